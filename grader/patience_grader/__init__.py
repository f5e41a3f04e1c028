"""An autograder for Python coursework: from what was submitted to marks and feedback.

    a zip or folder        handout/<coursework>.md
         | submission            | course, marks
         v                       v
    Submission              Coursework
         | sandbox               |                        :  UNTRUSTED
         v                       |                        :
    Student <-- questions and answers, plain values ------:--> sandbox/guest
         | marking: suites/<coursework>/test_*.py         :    imports the student's files
         v                                                :
    Verdicts
         | marks
         v
    MarkSheet
         | report
         v
    pages, marks.csv, results.json

`marking` is that path for one submission, `grading` walks it for a cohort in several
processes, and `cli` is what a person types. `grader/DESIGN.md` says why it is built so.
"""

__version__ = "0.2.0"
