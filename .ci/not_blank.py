"""Fails when a PNG shows nothing: fewer colours than a table with armies on it must have."""
import struct
import sys
import zlib

LEAST_COLOURS = 500


def rows(path):
    """The bytes of each row of an 8-bit RGB or RGBA picture, and the bytes of a pixel."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{path} is no PNG")
    at, packed, header = 8, b"", None
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    width, height, depth, colour = header[:4]
    if depth != 8 or colour not in (2, 6):
        sys.exit(f"{path}: {depth} bits of colour type {colour} are not expected")
    size = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(packed), width * size
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        how, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            up = above[i]
            corner = above[i - size] if i >= size else 0
            if how == 1:
                line[i] = (line[i] + left) & 255
            elif how == 2:
                line[i] = (line[i] + up) & 255
            elif how == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif how == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
                line[i] = (line[i] + near[2]) & 255
        above = line
        yield line, size


colours = set()
for line, size in rows(sys.argv[1]):
    colours.update(bytes(line[i : i + 3]) for i in range(0, len(line), size * 3))
if len(colours) < LEAST_COLOURS:
    sys.exit(f"{sys.argv[1]} has only {len(colours)} colours: the window is blank")
print(f"{sys.argv[1]}: {len(colours)} colours")
