"""What is handed out to students: the handout, the skeleton and the check, in one bundle."""
