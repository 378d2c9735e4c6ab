import json
from urllib.request import urlopen


def post(path, body):
    return json.load(urlopen("https://sun.example/api/v1/" + path, json.dumps(body).encode()))


place = {"lat": 59.61, "lng": 16.55}
faces = [
    {"tilt": 27, "azimuth": 100, "kwp": 5},
    {"tilt": 27, "azimuth": 280, "kwp": 5},
]
roof = post("pv-yield/series", {**place, "faces": faces})
house = {
    "location": place,
    "consumption": {"yearly_kwh": 15000},
    "prices": {"resolution": "hourly"},
    "pv": {"hourly_kwh": roof["hourly_kwh"]},
}
best = post("simulation/battery-strategies", house)["best"]["by_total_benefit"]
print(json.dumps({"annual_kwh": roof["annual_kwh"], "best": best}))
