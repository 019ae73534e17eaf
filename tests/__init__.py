"""The specification of Enfilade: one folder for each part, and the cast they share."""
