"""Text: what is made safe to print, how numbers are written, files written in one step."""
