"""What is printed: papers of the floor turned into documents, in the words of one language."""
