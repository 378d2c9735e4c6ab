"""Writes the inputs of `make formats` into a folder: python3 inputs.py FOLDER."""
import sys
import field, geotiffs, netcdfs

geotiffs.write_cases(sys.argv[1])
netcdfs.write_cases(sys.argv[1])
field.finish(sys.argv[1])
