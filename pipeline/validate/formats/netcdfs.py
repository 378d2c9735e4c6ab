"""NetCDF as netCDF's own library and HDF5's write it, and Zarr."""
import datetime, os, zipfile
import netCDF4
import numpy as np
from osgeo import gdal
from field import *
from geotiffs import months as geotiff_months, hole

EPOCH = datetime.datetime(1970, 1, 1)
SUN = "surface_downwelling_shortwave_flux_in_air"


def watts(month, frame=None):
    return pixels(month, frame) * 1000 / HOURS[month - 1]


def joules(month, frame=None):
    return watts(month, frame) * 86400


def days_of(year, month, since=EPOCH):
    return (datetime.datetime(year, month, 1) - since).days


def write_nc(path, dates, values=watts, form="NETCDF4", names=("time", "lat", "lon"), name="SIS", units="W m-2", kind="f4", frame=None,
             time=("days since 1970-01-01", None, days_of), axes="f8", attributes=None, packing=None, endian="native", more=None, standard=SUN):
    """One file of fields by (year, month); `values` takes a month, and with two arguments the frame."""
    lat, lng = frame or centres()
    file = netCDF4.Dataset(path, "w", format=form)
    for axis, numbers, unit in zip(names[1:], (lat, lng), ("degrees_north", "degrees_east")):
        file.createDimension(axis, len(numbers))
        variable = file.createVariable(axis, axes, (axis,))
        variable.units = unit
        variable[:] = numbers
    file.createDimension(names[0], None if form.startswith("NETCDF3") else len(dates))
    variable = file.createVariable(names[0], "f8", (names[0],))
    variable.units, variable.standard_name = time[0], "time"
    if time[1]:
        variable.calendar = time[1]
    variable[:] = [time[2](*date) for date in dates]
    options = dict(packing or {})
    if not form.startswith("NETCDF3"):
        options["endian"] = endian
    data = file.createVariable(name, kind, names, **options)
    data.set_auto_maskandscale(True)
    if units is not None:
        data.units = units
    if standard:
        data.standard_name = standard
    for key, value in (attributes or {}).items():
        data.setncattr(key, value)
    for i, (year, month) in enumerate(dates):
        data[i] = values(month, (lat, lng))
    if more:
        more(file, data)
    file.close()


ONE_YEAR = [(YEAR, month) for month in range(1, 13)]
# Two years, 10 % below and above the field, whose mean is the field.
TWO_YEARS = [(year, month) for year in (2001, 2002) for month in range(1, 13)]


def year_file(dates=ONE_YEAR, **how):
    return lambda folder: write_nc(os.path.join(folder, "sis.nc"), dates, **how)


def two_years(folder, **how):
    count = [0]
    def values(month, frame):
        count[0] += 1
        return watts(month, frame) * (0.9 if count[0] <= 12 else 1.1)
    write_nc(os.path.join(folder, "sis.nc"), TWO_YEARS, values, **how)


def file_a_month(years=(YEAR,), skip=None, bounds=False):
    def write(folder):
        for year in years:
            for month in range(1, 13):
                if (year, month) == skip:
                    continue
                factor = 1 if len(years) == 1 else 0.9 if year == years[0] else 1.1
                def with_bounds(file, _):
                    file["time"].bounds = "time_bnds"
                    file.createDimension("bnds", 2)
                    edges = file.createVariable("time_bnds", "f8", ("time", "bnds"))
                    edges[0] = [days_of(year, month), days_of(year + month // 12, month % 12 + 1)]
                    file["time"][0] = edges[0, 1]
                write_nc(os.path.join(folder, f"SISmm{year}{month:02d}010000004231000101MA.nc"), [(year, month)],
                         lambda m, frame: factor * watts(m, frame), kind="i2", packing={"zlib": True, "fill_value": -999},
                         attributes={"scale_factor": 0.01}, more=with_bounds if bounds else None)
    return write


def around(month, frame):
    """All around the Earth, so that every longitude has a value."""
    lat, lng = frame
    return watts(month, (lat, (lng + 180) % 360 - 180))


def filled(fill):
    return lambda month, frame: np.ma.array(watts(month, frame), mask=in_hole()) if fill else np.where(in_hole(), np.nan, watts(month, frame))


def irregular(folder):
    lat, lng = centres()
    write_nc(os.path.join(folder, "sis.nc"), ONE_YEAR, frame=(lat + 0.02 * np.sin(np.arange(ROWS)), lng))


def curvilinear(folder):
    def more(file, _):
        for name, unit in (("lat", "degrees_north"), ("lon", "degrees_east")):
            file.createVariable(name, "f8", ("y", "x")).units = unit
        lat, lng = centres()
        file["lat"][:], file["lon"][:] = np.broadcast_to(lat[:, None], (ROWS, COLS)), np.broadcast_to(lng[None, :], (ROWS, COLS))
    file = netCDF4.Dataset(os.path.join(folder, "sis.nc"), "w")
    for name, size in (("time", 12), ("y", ROWS), ("x", COLS)):
        file.createDimension(name, size)
    data = file.createVariable("SIS", "f4", ("time", "y", "x"))
    data.units, data.coordinates = "W m-2", "lat lon"
    for i in range(12):
        data[i] = watts(i + 1)
    more(file, data)
    file.close()


def levels(folder):
    file = netCDF4.Dataset(os.path.join(folder, "sis.nc"), "w")
    lat, lng = centres()
    for name, values, unit in (("time", [days_of(*d) for d in ONE_YEAR], "days since 1970-01-01"), ("level", [1000, 850], "hPa"), ("lat", lat, "degrees_north"), ("lon", lng, "degrees_east")):
        file.createDimension(name, len(values))
        axis = file.createVariable(name, "f8", (name,))
        axis.units = unit
        axis[:] = values
    data = file.createVariable("SIS", "f4", ("time", "level", "lat", "lon"))
    data.units = "W m-2"
    for i in range(12):
        data[i] = np.stack([watts(i + 1)] * 2)
    file.close()


def by_h5py(**packing):
    """Packings that netCDF's library does not write."""
    def write(folder):
        import h5py
        lat, lng = centres()
        with h5py.File(os.path.join(folder, "sis.nc"), "w") as file:
            for name, values, unit in (("time", np.array([days_of(*d) for d in ONE_YEAR], "f8"), "days since 1970-01-01"), ("lat", lat, "degrees_north"), ("lon", lng, "degrees_east")):
                file[name] = values
                file[name].attrs["units"] = unit
                file[name].make_scale(name)
            data = file.create_dataset("SIS", (12, ROWS, COLS), "f4", chunks=(1, ROWS, COLS), **packing)
            data.attrs["units"] = "W m-2"
            for i, name in enumerate(("time", "lat", "lon")):
                data.dims[i].attach_scale(file[name])
            for i in range(12):
                data[i] = watts(i + 1)
    return write


def by_gdal(form, epsg=4326):
    def write(folder):
        geotiff_months(watts)(folder)
        for month in range(1, 13):
            source = os.path.join(folder, f"ghi_{month:02d}.tif")
            gdal.Translate(source[:-4] + ".nc", source, format="netCDF", creationOptions=[f"FORMAT={form}"])
    return write


def zarr_store(zipped):
    def write(folder):
        geotiff_months()(folder)
        for month in range(1, 13):
            source = os.path.join(folder, f"ghi_{month:02d}.tif")
            gdal.Translate(source[:-4] + ".zarr", source, format="Zarr")
        if not zipped:
            return
        for month in range(1, 13):
            store = os.path.join(folder, f"ghi_{month:02d}.zarr")
            with zipfile.ZipFile(store + ".zip", "w") as archive:
                for at, _, files in os.walk(store):
                    for file in files:
                        path = os.path.join(at, file)
                        archive.write(path, os.path.relpath(path, store))
    return write


def named(text):
    return lambda folder: open(os.path.join(folder, "sis.nc"), "wb").write(text)


def cut(folder):
    year_file()(folder)
    path = os.path.join(folder, "sis.nc")
    os.truncate(path, os.path.getsize(path) // 2)


def write_cases(out):
    nc = {"files": "sis.nc", "unit": "W/m2"}
    era5 = {"files": "sis.nc", "unit": "J/m2"}
    def add(group, name, outcome, write, recipe=nc, **named_arguments):
        case(out, group, name, outcome, write, recipe, **named_arguments)
    # First, as netCDF4's form becomes the whole process's.
    for form in ("NC", "NC4"):
        add("NetCDF", f"by GDAL, FORMAT={form}", "right", by_gdal(form), {"files": "ghi_{month}.nc", "unit": "W/m2"})
    for form in ("NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF4", "NETCDF4_CLASSIC"):
        add("NetCDF", form, "right", year_file(form=form))
    add("NetCDF", "NETCDF3_64BIT_DATA (CDF-5)", "CDF-5.*nccopy", year_file(form="NETCDF3_64BIT_DATA"))
    add("NetCDF", "deflate, shuffle, checksum", "right", year_file(packing={"zlib": True, "shuffle": True, "fletcher32": True}))
    add("NetCDF", "chunks of all times", "right", year_file(packing={"zlib": True, "chunksizes": (12, 20, 20)}))
    add("NetCDF", "chunks of single rows", "right", year_file(packing={"zlib": True, "chunksizes": (1, 1, COLS)}))
    add("NetCDF", "chunks of whole pictures", "right", year_file(packing={"zlib": True, "chunksizes": (1, ROWS, COLS)}))
    add("NetCDF", "LZF", "is packed by.*nccopy", by_h5py(compression="lzf"))
    add("NetCDF", "scale-offset filter", "is packed by.*nccopy", by_h5py(scaleoffset=4))
    add("NetCDF", "big-endian", "right", year_file(endian="big", packing={"zlib": True}))
    for kind, scale, offset, fill in (("i2", 0.01, 300, -32768), ("i4", 0.001, 0, -1), ("u2", 0.01, 0, 65535), ("f8", 1, 0, -1e30)):
        add("NetCDF", f"{kind}, scale {scale}, offset {offset}, fill {fill}", "right",
            year_file(values=filled(True), kind=kind, packing={"zlib": True, "fill_value": fill}, attributes={"scale_factor": scale, "add_offset": offset}), holed=True)
    add("NetCDF", "missing as NaN", "right", year_file(values=filled(False), packing={"fill_value": float("nan")}), holed=True)
    add("NetCDF", "missing_value", "right", year_file(values=lambda m, f: np.where(in_hole(), -77, watts(m, f)), attributes={"missing_value": np.float32(-77)}), holed=True)
    add("NetCDF", "valid_min", "right", year_file(values=lambda m, f: np.where(in_hole(), -5, watts(m, f)), attributes={"valid_min": np.float32(0)}), holed=True)
    add("NetCDF", "zeros for missing pixels", "not possible", year_file(values=lambda m, f: np.where(in_hole(), 0, watts(m, f))))
    add("NetCDF", "an infinite pixel", "not possible|infinite", year_file(values=lambda m, f: np.where(in_hole() & (m == 6), np.inf, watts(m, f))))
    lat, lng = centres()
    add("NetCDF axes", "south first", "right", year_file(frame=(lat[::-1], lng)))
    add("NetCDF axes", "float32", "right", year_file(axes="f4"))
    add("NetCDF axes", "0 to 360 around the Earth", "right", year_file(values=around, frame=(lat, np.round(0.05 + 0.1 * np.arange(3600), 3))))
    add("NetCDF axes", "latitude, longitude, valid_time", "right", year_file(names=("valid_time", "latitude", "longitude")))
    add("NetCDF axes", "irregular latitudes", "steps of .* differ.*cdo remapbil", irregular)
    add("NetCDF axes", "curvilinear", "no coordinates of at least two pixels", curvilinear, {**nc, "variable": "SIS"})
    add("NetCDF axes", "two levels", "2 places along", levels)
    for unit, calendar, at in (("hours since 1900-01-01 00:00:00.0", None, lambda y, m: 24 * days_of(y, m, datetime.datetime(1900, 1, 1))),
                               ("seconds since 1970-01-01", "proleptic_gregorian", lambda y, m: 86400 * days_of(y, m)),
                               ("days since 2001-01-01", "noleap", lambda y, m: days_of(y, m, datetime.datetime(2001, 1, 1))),
                               ("days since 2001-01-01", "360_day", lambda y, m: 360 * (y - 2001) + 30 * (m - 1))):
        add("NetCDF times", f"{unit}, {calendar or 'no calendar'}", "right", year_file(time=(unit, calendar, at)))
    add("NetCDF times", "two years, their mean", "right", two_years, {**nc, "years": [2001, 2002]}, interannual={"ghi_years": {"source": "made for a test"}})
    add("NetCDF times", "two years, none asked for", '"years": \\[2001, 2002\\]', two_years)
    add("NetCDF times", "a file a month (CM SAF's names), two years", "right", file_a_month((2001, 2002)), {"files": "SISmm{year}{month}*.nc", "unit": "W/m2", "years": [2001, 2002]})
    add("NetCDF times", "dated at the month's end, with bounds", "right", file_a_month(bounds=True), {"files": "SISmm*.nc", "unit": "W/m2"})
    add("NetCDF times", "2002-05 is missing", "no field.* for 2002-05", file_a_month((2001, 2002), skip=(2002, 5)), {"files": "SISmm{year}{month}*.nc", "unit": "W/m2", "years": [2001, 2002]})
    add("NetCDF times", "eleven months", "no field.* month 12", year_file(dates=ONE_YEAR[:11]))
    add("NetCDF times", "a month twice", "2 fields.* for month 6", year_file(dates=ONE_YEAR + [(YEAR, 6)]))
    for unit, recipe, values in (("W/m^2", nc, watts), ("kWh m-2", {"files": "sis.nc", "unit": "kWh/m2"}, pixels)):
        add("NetCDF units", unit, "right", year_file(units=unit, values=values), recipe)
    add("NetCDF units", "none stated", "right", year_file(units=None))
    add("NetCDF units", "ERA5's ssrd, J m**-2 of a mean day", "right", year_file(values=joules, name="ssrd", units="J m**-2"), era5)
    add("NetCDF units", "J m-2 by another name", "whether of a day", year_file(values=joules, units="J m-2"), era5)
    add("NetCDF units", "kWh m-2 in the file, W/m2 in the recipe", 'Put "unit": "kWh/m2"', year_file(units="kWh m-2", values=pixels))
    add("NetCDF units", "kelvin taken for irradiation", 'is in "K"', year_file(units="K"))
    add("NetCDF units", "ssrd of an hour, not of a day (1/24)", "24", year_file(values=lambda m, f: joules(m, f) / 24, name="ssrd", units="J m**-2"), era5)
    add("NetCDF units", "ssrd summed over the month (30)", "30", year_file(values=lambda m, f: joules(m, f) * 30, name="ssrd", units="J m**-2"), era5)
    two = lambda file, data: file.createVariable("SIS_nb", "i4", data.dimensions)
    add("NetCDF variables", "two, none named", "2 variables on a grid", year_file(more=two))
    add("NetCDF variables", "two, by the name", "right", year_file(more=two), {**nc, "variable": "SIS"})
    add("NetCDF variables", "two, by the standard name", "right", year_file(more=two), {**nc, "variable": SUN})
    add("NetCDF variables", "one that is not there", '0 variables named "DNI"', year_file(), {**nc, "variable": "DNI"})
    add("other formats", "GRIB named .nc", "is GRIB.*cdo", named(b"GRIB\0\0\0\2"))
    add("other formats", "a web page named .nc", "neither NetCDF-4", named(b"<html><body>Sign in</body></html>"))
    add("other formats", "half a NetCDF file", "not whole", cut)
    add("other formats", "Zarr, a folder a month", "is a Zarr store.*gdal_translate", zarr_store(False), {"files": "ghi_{month}.zarr", "unit": "kWh/m2"})
    add("other formats", "Zarr, zipped", "is a Zarr store.*gdal_translate", zarr_store(True), {"files": "ghi_{month}.zarr.zip", "unit": "kWh/m2"})
