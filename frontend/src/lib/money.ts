/** Expands "5E-6", as decimals may arrive, into plain digits. */
function plainDecimal(amount: string): string {
  return /e/i.test(amount) ? Number(amount).toFixed(12) : amount;
}

/**
 * Dollars to the cent; amounts under a cent keep their digits: "$12.40", "$0.000005".
 * Works on the decimal string, so no digit is invented by floating point.
 */
export function formatUsd(amount: string): string {
  const sign = amount.startsWith("-") ? "−" : "";
  const [whole = "0", fraction = ""] = plainDecimal(amount.replace(/^[-+]/, "")).split(".");
  const isUnderACent = Number(whole) === 0 && /^00\d*[1-9]/.test(fraction);
  if (isUnderACent) return `${sign}$0.${fraction.replace(/0+$/, "")}`;
  const cents = Number(`${whole}.${fraction || "0"}`).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${sign}$${cents}`;
}
