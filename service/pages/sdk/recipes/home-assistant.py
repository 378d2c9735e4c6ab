"""What a battery would have saved: python3 home-assistant.py home-assistant_v2.db IMPORT EXPORT 2025

IMPORT and EXPORT are the statistics of the meter, sensor.grid_import and the like, in kWh. The import stands in
for the house's load and the export for its production: what the battery saves is the same, since it only sees
their difference. The answer's other figures of the house mean nothing then.
"""
import json
import sqlite3
import sys
import urllib.request
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

BASE = "https://sun.example"
SWEDEN = ZoneInfo("Europe/Stockholm")
HOURS = """SELECT start_ts, sum FROM statistics JOIN statistics_meta ON metadata_id = statistics_meta.id
WHERE statistic_id = ? AND start_ts >= ? AND start_ts < ? ORDER BY start_ts"""


def clock_hours(database, statistic, year):
    """kWh of 8 760 Swedish clock hours: no leap day, 0 in the hour that spring leaves out, autumn's two as their mean."""
    first = datetime(year, 1, 1, tzinfo=SWEDEN)
    bounds = ((first - timedelta(hours=1)).timestamp(), datetime(year + 1, 1, 1, tzinfo=SWEDEN).timestamp())
    rows = database.execute(HOURS, (statistic, *bounds)).fetchall()
    found = {}
    for (_, before), (start, after) in zip(rows, rows[1:]):
        clock = datetime.fromtimestamp(start, timezone.utc).astimezone(SWEDEN)
        found.setdefault((clock.month, clock.day, clock.hour), []).append(max(0, after - before))
    day = datetime(2025, 1, 1)
    keys = [((day + timedelta(hours=h)).month, (day + timedelta(hours=h)).day, h % 24) for h in range(8760)]
    missing = [key for key in keys if key not in found]
    if len(missing) > 24:
        sys.exit(f"{statistic} lacks {len(missing)} of 8760 hours of {year}, the first at {missing[0]}.")
    return [sum(found.get(key, [0])) / len(found.get(key, [0])) for key in keys]


path, imported, exported, year = sys.argv[1:]
database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
body = {
    "location": {"lat": 59.33, "lng": 18.07},
    "consumption": {"hourly_kwh": clock_hours(database, imported, int(year))},
    "pv": {"hourly_kwh": clock_hours(database, exported, int(year))},
    "prices": {"resolution": "hourly"},
    "compare": {"sizes_kwh": [5, 10, 15], "strategies": ["self_consumption", "combined"]},
}
request = urllib.request.Request(f"{BASE}/api/v1/simulation/battery-strategies", json.dumps(body).encode())
for cell in json.load(urllib.request.urlopen(request))["matrix"]:
    print(f'{cell["size_kwh"]:>3} kWh  {cell["strategy"]:<17} {cell["battery_savings_sek"]:>9.2f} SEK a year')
