TEXT = """\
  move CARD TARGET    H3 5 or sA B
  deal                the stock
  save FILE
  load FILE
  undo                at most five times
  menu
  help
  quit"""
