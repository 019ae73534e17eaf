/** The header Django wants back on every unsafe request made with the session cookie. */
export function csrfHeader(cookies = document.cookie): Record<string, string> {
  const token = /(?:^|;\s*)csrftoken=([^;]+)/.exec(cookies)?.[1];
  return token === undefined ? {} : { "X-CSRFToken": decodeURIComponent(token) };
}
