"""Marks card-game coursework: from what was handed in to marks and feedback.

    a zip or folder        handout/<coursework>.md
         | intake                | course, scheme
         v                       v
    Submission              Coursework
         | sandbox               |                        :  UNTRUSTED
         v                       |                        :
    Student <-- questions and answers, plain values ------:--> sandbox/guest
         | exam: suites/<coursework>/test_*.py            :    imports the student's files
         v                                                :
    Verdicts
         | marksheet
         v
    MarkSheet
         | report
         v
    pages, marks.csv, results.json

`marking` is that path for one submission, `worker` the process that walks it again and
again, `cohort` shares submissions out to examiners, and `cli` is what a person types.
A guest is locked by `sandbox/guest/locks` before it sees a submission; `sandbox/layers` says
what each layer is for, and `sandbox/doctor` attacks them.
"""
