"""The field that all inputs show, its exact means over the cells, and the list of the inputs."""
import calendar, datetime, json, os
import numpy as np

# Share of the light above the atmosphere that reaches the ground, by month: about what southern Sweden has.
CLEAR = [0.27, 0.345, 0.455, 0.52, 0.51, 0.515, 0.505, 0.485, 0.455, 0.375, 0.275, 0.23]
YEAR = 2001
# As a mean of years has them, February 28.25 days.
DAYS = [28.25 if month == 2 else calendar.monthrange(YEAR, month)[1] for month in range(1, 13)]
HOURS = [24 * days for days in DAYS]
# Edges of the raster, pixels of 0.05 degrees on the edges of the cells; and the box of the cells that are built.
WEST, NORTH, STEP, COLS, ROWS = 12.625, 57.875, 0.05, 60, 55
BBOX = [13.3, 56.1, 14.4, 57.1]
# Three of the five columns of the cell at 56.5 N 14 E.
HOLE = (13.875, 56.375, 14.025, 56.625)

LATS = np.linspace(50, 72, 2201)


def extraterrestrial(lat, month):
    """Mean over day and night, W/m2 (Spencer 1971)."""
    first, days = datetime.date(YEAR, month, 1), int(DAYS[month - 1])
    total = np.zeros_like(lat)
    for n in range(days):
        g = 2 * np.pi * ((first + datetime.timedelta(n)).timetuple().tm_yday - 1) / 365
        dec = 0.006918 - 0.399912 * np.cos(g) + 0.070257 * np.sin(g) - 0.006758 * np.cos(2 * g) + 0.000907 * np.sin(2 * g)
        far = 1.00011 + 0.034221 * np.cos(g) + 0.00128 * np.sin(g)
        phi = np.radians(lat)
        w = np.arccos(np.clip(-np.tan(phi) * np.tan(dec), -1, 1))
        total += 1361 * far / np.pi * (w * np.sin(phi) * np.sin(dec) + np.cos(phi) * np.cos(dec) * np.sin(w))
    return total / days


ABOVE = [extraterrestrial(LATS, month) for month in range(1, 13)]


def ghi(month, lat, lng):
    """Irradiation of a month, kWh/m2: higher to the east, with hills of 5 % every 70 km."""
    watts = CLEAR[month - 1] * np.interp(lat, LATS, ABOVE[month - 1])
    hills = 1 + 0.05 * np.sin(2 * np.pi * lng / 0.7) * np.cos(2 * np.pi * lat / 0.6)
    return watts * HOURS[month - 1] / 1000 * (1 + 0.02 * (lng - 14)) * hills


def centres(west=WEST, north=NORTH, step=STEP, cols=COLS, rows=ROWS):
    return np.round(north - (np.arange(rows) + 0.5) * step, 9), np.round(west + (np.arange(cols) + 0.5) * step, 9)


def pixels(month, frame=None):
    lat, lng = centres() if frame is None else frame
    return ghi(month, lat[:, None], lng[None, :])


def in_hole(frame=None):
    lat, lng = centres() if frame is None else frame
    west, south, east, north = HOLE
    return ((lat > south) & (lat < north))[:, None] & ((lng > west) & (lng < east))[None, :]


def truth(holed=False):
    """Means over cells of 0.25 degrees, by 100 x 100 points weighted by area on the sphere: [lat, lng, twelve months]."""
    share = (np.arange(100) + 0.5) / 100 - 0.5
    found = []
    for lat in np.arange(56, 57.5, 0.25):
        for lng in np.arange(13.25, 14.75, 0.25):
            lats, lngs = (lat + 0.25 * share)[:, None], (lng + 0.25 * share)[None, :]
            weight = np.broadcast_to(np.cos(np.radians(lats)), (100, 100))
            if holed and (lat, lng) == (56.5, 14):
                weight = weight * (lngs > HOLE[2])
            found.append([lat, lng, [float((ghi(m, lats, lngs) * weight).sum() / weight.sum()) for m in range(1, 13)]])
    return found


CASES = []


def case(folder, group, name, outcome, write, ghi_recipe=None, holed=False, **recipe):
    """Writes one input; `outcome` is "right", or an expression that the sentence of its refusal fits."""
    place = f"{len(CASES) + 1:03d}"
    os.makedirs(os.path.join(folder, place))
    write(os.path.join(folder, place))
    ghi_part = {"files": "ghi_{month}.tif", "unit": "kWh/m2", **(ghi_recipe or {})}
    CASES.append({"folder": place, "group": group, "name": name, "outcome": outcome, "ghi": ghi_part, "holed": holed, "recipe": recipe})


def finish(folder):
    with open(os.path.join(folder, "cases.json"), "w") as file:
        json.dump({"bbox": BBOX, "cases": CASES, "truth": truth(), "holed": truth(True)}, file)
