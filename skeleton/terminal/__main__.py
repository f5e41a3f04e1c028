raise SystemExit("Not written yet.")
