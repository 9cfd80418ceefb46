"""FILES for other programs, and back.

export   tidy CSV and JSON                     plan_file   a plan as versioned JSON
script   a plan as a program, a notebook       source      objects as Python source
again    answers back into a plan
"""
