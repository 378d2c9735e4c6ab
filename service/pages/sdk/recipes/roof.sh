curl -s 'https://sun.example/api/v1/pv-yield/series' -d '{
    "lat": 59.61, "lng": 16.55,
    "faces": [{"tilt": 27, "azimuth": 100, "kwp": 5},
              {"tilt": 27, "azimuth": 280, "kwp": 5}]}' > roof.json
jq '{
    "location": {"lat": 59.61, "lng": 16.55},
    "consumption": {"yearly_kwh": 15000},
    "prices": {"resolution": "hourly"},
    "pv": {hourly_kwh}}' roof.json |
  curl -s 'https://sun.example/api/v1/simulation/battery-strategies' -d @- |
  jq --slurpfile roof roof.json '{annual_kwh: $roof[0].annual_kwh, best: .best.by_total_benefit}'
