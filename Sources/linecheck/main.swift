print("linecheck")
