"""The ledger: charging, limits, corrections, seats, reports, prices."""
