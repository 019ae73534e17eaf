"""Rules of recall without Django: what a question asks for, fusion, budgets."""
