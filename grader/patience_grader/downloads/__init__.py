"""What a platform's download holds: whose submissions, which attempts, which files, when.

`recognise` reads a download; `contents` opens the attempt that `choose` picked; `who` and
`when` match the submissions with a roster and with times.
"""
