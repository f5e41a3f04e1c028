"""What makes a platform run the kit: an autograder for Gradescope, workflows for CI."""
