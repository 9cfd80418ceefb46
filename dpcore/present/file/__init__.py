"""FILES for other programs, and plans read back.

export   tidy CSV and JSON                     plan_file   a plan as versioned JSON
script   a plan as a program, a notebook       source      objects as Python source
again    a plan made from answers
"""
