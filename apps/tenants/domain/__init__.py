"""Rules of tenancy without Django: key format, roles."""
