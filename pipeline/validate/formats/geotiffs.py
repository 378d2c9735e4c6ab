"""GeoTIFFs and text grids as GDAL writes them."""
import os
import numpy as np
from osgeo import gdal, osr
from field import *

gdal.UseExceptions()
TYPES = {"f4": gdal.GDT_Float32, "f8": gdal.GDT_Float64, "u1": gdal.GDT_Byte, "u2": gdal.GDT_UInt16, "i2": gdal.GDT_Int16,
         "u4": gdal.GDT_UInt32, "i4": gdal.GDT_Int32, "i8": gdal.GDT_Int64}
DEGREES = (WEST, STEP, 0, NORTH, 0, -STEP)


def srs_of(epsg):
    srs = osr.SpatialReference()
    srs.ImportFromEPSG(epsg)
    srs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return srs


def write_tif(path, bands, kind="f4", options=(), epsg=4326, place=DEGREES, nodata=None, scale=None, offset=None, point=False, driver="GTiff"):
    """Bands of one size; stored numbers are (value - offset) / scale."""
    bands = [np.asarray(band, "f8") for band in bands]
    memory = gdal.GetDriverByName("MEM").Create("", bands[0].shape[1], bands[0].shape[0], len(bands), TYPES[kind])
    memory.SetGeoTransform(place)
    if epsg:
        memory.SetProjection(srs_of(epsg).ExportToWkt())
    if point:
        memory.SetMetadataItem("AREA_OR_POINT", "Point")
    for i, values in enumerate(bands):
        band = memory.GetRasterBand(i + 1)
        stored = (values - (offset or 0)) / (scale or 1)
        band.WriteArray(stored if kind[0] == "f" else np.round(stored))
        if nodata is not None:
            band.SetNoDataValue(nodata)
        if scale is not None:
            band.SetScale(scale)
        if offset is not None:
            band.SetOffset(offset)
    gdal.GetDriverByName(driver).CreateCopy(path, memory, options=list(options))


def months(values=pixels, change=None, name="ghi_{:02d}.tif", **how):
    """Twelve files; `change` takes a month and its pixels."""
    def write(folder):
        for month in range(1, 13):
            field = values(month)
            write_tif(os.path.join(folder, name.format(month)), [field if change is None else change(month, field)], **how)
    return write


def projected(epsg, pixel=2500):
    """The field at the centres of a metric raster around the box, by PROJ."""
    to_degrees = osr.CoordinateTransformation(srs_of(epsg), srs_of(4326))
    to_metres = osr.CoordinateTransformation(srs_of(4326), srs_of(epsg))
    corners = np.array([to_metres.TransformPoint(x, y)[:2] for x in (12.9, 13.9, 14.8) for y in (55.8, 57.5)])
    west, north = np.floor(corners[:, 0].min() / pixel) * pixel, np.ceil(corners[:, 1].max() / pixel) * pixel
    cols, rows = (np.ceil(corners[:, 0].max() - west) // pixel + 1).astype(int), (np.ceil(north - corners[:, 1].min()) // pixel + 1).astype(int)
    points = np.array(to_degrees.TransformPoints([(west + (c + 0.5) * pixel, north - (r + 0.5) * pixel) for r in range(rows) for c in range(cols)]))
    lng, lat = points[:, 0].reshape(rows, cols), points[:, 1].reshape(rows, cols)
    return months(lambda month: ghi(month, lat, lng), epsg=epsg, place=(west, pixel, 0, north, 0, -pixel), options=["COMPRESS=DEFLATE"])


def hole(value):
    return lambda month, field: np.where(in_hole(), value, field)


def masked(internal):
    def write(folder):
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", internal)
        for month in range(1, 13):
            path = os.path.join(folder, f"ghi_{month:02d}.tif")
            write_tif(path, [hole(0)(month, pixels(month))])
            file = gdal.Open(path, gdal.GA_Update)
            file.CreateMaskBand(gdal.GMF_PER_DATASET)
            file.GetRasterBand(1).GetMaskBand().WriteArray(np.where(in_hole(), 0, 255).astype("u1"))
            file = None
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", None)
    return write


def aside(inside, change=None):
    """What only GDAL's side file says."""
    def write(folder):
        months(change=change)(folder)
        for month in range(1, 13):
            with open(os.path.join(folder, f"ghi_{month:02d}.tif.aux.xml"), "w") as file:
                file.write(f'<PAMDataset><PAMRasterBand band="1">{inside}</PAMRasterBand></PAMDataset>')
    return write


def overviews(folder):
    months(options=["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"])(folder)
    for month in range(1, 13):
        gdal.Open(os.path.join(folder, f"ghi_{month:02d}.tif"), gdal.GA_Update).BuildOverviews("AVERAGE", [2, 4])


def turned_away(folder):
    """Sheared: rows lean by a fifth of a pixel."""
    months(place=(WEST, STEP, 0.01, NORTH, 0.01, -STEP))(folder)


def south_up(folder):
    months(lambda month: pixels(month)[::-1], place=(WEST, STEP, 0, NORTH - ROWS * STEP, 0, STEP))(folder)


def cut(folder):
    months()(folder)
    path = os.path.join(folder, "ghi_06.tif")
    os.truncate(path, os.path.getsize(path) // 2)


def one_file(count, interleave):
    return lambda folder: write_tif(os.path.join(folder, "ghi.tif"), [pixels(m) for m in range(1, count + 1)], options=[f"INTERLEAVE={interleave}"])


def month_bytes(folder):
    for month in range(1, 13):
        field = pixels(month)
        write_tif(os.path.join(folder, f"ghi_{month:02d}.tif"), [field], "u1", scale=field.max() / 250, offset=0)


def text_grid(place=None, change=None, prepare=lambda text: text.encode(), decimals=4):
    """The text grids of the old portal: written here, as GDAL writes only its own form."""
    place = place or f"xllcorner {WEST}\nyllcorner {NORTH - ROWS * STEP}\ncellsize {STEP}\n"
    def write(folder):
        for month in range(1, 13):
            field = pixels(month) if change is None else change(month, pixels(month))
            rows = "\n".join(" ".join(f"{value:.{decimals}f}" for value in row) for row in field)
            with open(os.path.join(folder, f"ghi_{month:02d}.asc"), "wb") as file:
                file.write(prepare(f"ncols {COLS}\nnrows {ROWS}\n{place}NODATA_value -9999\n{rows}\n"))
    return write


def gdal_text(folder):
    months()(folder)
    for month in range(1, 13):
        gdal.Translate(os.path.join(folder, f"ghi_{month:02d}.asc"), os.path.join(folder, f"ghi_{month:02d}.tif"), format="AAIGrid", creationOptions=["DECIMAL_PRECISION=4"])


def as_format(driver, ending, kind="f4", **how):
    return months(name="ghi_{:02d}" + ending, driver=driver, kind=kind, **how)


def swapped(a, b):
    return lambda month: pixels({a: b, b: a}.get(month, month))


def only(wanted, change):
    return lambda month, field: change(month, field) if month == wanted else field


def place_pixels(count, value):
    """So many pixels of the cell at 56.5 N 14 E."""
    def change(_, field):
        field = field.copy()
        lats, lngs = np.nonzero(in_hole())
        field[lats[:count], lngs[:count]] = value
        return field
    return change


def bright_cell(month, field):
    lat, lng = centres()
    inside = ((lat > 56.375) & (lat < 56.625))[:, None] & ((lng > 13.875) & (lng < 14.125))[None, :]
    return np.where(inside, 1.3 * field, field)


def write_cases(out):
    add = lambda *rest, **named: case(out, *rest, **named)
    for epsg in (4326, 4258):
        add("coordinates", f"EPSG:{epsg}, 0.05°", "right", months(epsg=epsg))
    for epsg in (3035, 3006, 32633, 25833, 3857, 25832):
        add("coordinates", f"EPSG:{epsg}, 2.5 km", "right", projected(epsg))
    add("coordinates", 'no system, "crs" in the recipe', "right", months(epsg=None), {"crs": "EPSG:4326"})
    add("coordinates", "no system at all", "coordinate system", months(epsg=None))
    add("coordinates", "degrees declared as EPSG:3006", "lies outside the grid", months(epsg=3006))
    add("coordinates", "another country", "lies outside the grid", months(place=(-5, STEP, 0, 44, 0, -STEP)))
    add("coordinates", "axes swapped", "axes look swapped", months(lambda m: pixels(m).T, place=(NORTH - ROWS * STEP, STEP, 0, WEST + COLS * STEP, 0, -STEP)))
    add("coordinates", "sheared", "shear|rotat|north", turned_away)
    add("coordinates", "south up", "right", south_up)
    add("coordinates", "pixel is point", "right", months(point=True))
    for packing in ("NONE", "LZW", "DEFLATE", "PACKBITS", "ZSTD"):
        add("GeoTIFF", f"compression {packing}", "right", months(options=[f"COMPRESS={packing}"]))
    for packing in ("LERC", "LZMA"):
        add("GeoTIFF", f"compression {packing}", "gdal_translate", months(options=[f"COMPRESS={packing}"]))
    add("GeoTIFF", "compression JPEG", "gdal_translate", months(kind="u1", options=["COMPRESS=JPEG"]))
    add("GeoTIFF", "LZW, predictor 3", "right", months(options=["COMPRESS=LZW", "PREDICTOR=3"]))
    add("GeoTIFF", "deflate, predictor 3, float64", "right", months(kind="f8", options=["COMPRESS=DEFLATE", "PREDICTOR=3"]))
    add("GeoTIFF", "deflate, predictor 2, uint16 scaled", "right", months(kind="u2", scale=0.01, offset=0, options=["COMPRESS=DEFLATE", "PREDICTOR=2"]))
    add("GeoTIFF", "predictor 2, big-endian", "gdal_translate", months(kind="u2", scale=0.01, offset=0, options=["COMPRESS=DEFLATE", "PREDICTOR=2", "ENDIANNESS=BIG"]))
    add("GeoTIFF", "big-endian", "right", months(options=["ENDIANNESS=BIG"]))
    add("GeoTIFF", "BigTIFF", "right", months(options=["BIGTIFF=YES"]))
    add("GeoTIFF", "tiles of 16", "right", months(options=["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "COMPRESS=DEFLATE"]))
    add("GeoTIFF", "one tile larger than the raster", "right", months(options=["TILED=YES", "BLOCKXSIZE=256", "BLOCKYSIZE=256"]))
    add("GeoTIFF", "strips of 7 rows", "right", months(options=["BLOCKYSIZE=7"]))
    add("GeoTIFF", "overviews inside", "right", overviews)
    add("GeoTIFF", "cloud-optimised, with overviews", "right", as_format("COG", ".tif", options=["COMPRESS=DEFLATE"]))
    for interleave in ("BAND", "PIXEL"):
        add("GeoTIFF", f"twelve bands, {interleave} by {interleave}", "right", one_file(12, interleave), {"files": "ghi.tif"})
    add("GeoTIFF", "eleven bands", "11 bands|has 11", one_file(11, "BAND"), {"files": "ghi.tif"})
    for kind, scale, offset in (("i2", 0.01, 100), ("u2", 0.005, 0), ("i4", 0.001, 0), ("u4", 0.001, 0), ("f4", 0.1, 0), ("f8", 1, -20)):
        add("numbers", f"{kind}, scale {scale}, offset {offset}", "right", months(kind=kind, scale=scale, offset=offset))
    add("numbers", "bytes, each month with its own scale", "right", month_bytes)
    add("numbers", "float64", "right", months(kind="f8"))
    add("numbers", "float16", "right", months(options=["NBITS=16"]))
    add("numbers", "int64", "gdal_translate", months(kind="i8"))
    add("numbers", "12 bits", "gdal_translate", months(kind="u2", options=["NBITS=12"]))
    add("numbers", "scale beside the file alone", "<Scale>0.1</Scale>", aside("<Scale>0.1</Scale>"))
    for name, value in (("-9999", -9999), ("NaN", float("nan")), ("lowest float32", -3.4028234663852886e38), ("0", 0)):
        add("missing pixels", f"nodata {name}", "right", months(change=hole(value), nodata=value), holed=True)
    add("missing pixels", "-9999 without a tag", "right", months(change=hole(-9999)), holed=True)
    add("missing pixels", "GDAL's mask inside", "right", masked("YES"), holed=True)
    add("missing pixels", "mask beside the file (.msk)", r"\.msk", masked("NO"))
    add("missing pixels", "nodata beside the file alone", "nodata value -8888 stands only", aside("<NoDataValue>-8888</NoDataValue>", hole(-8888)))
    add("missing pixels", "all of a month", "no value|no data|without", months(change=only(3, lambda m, f: f * 0 - 9999), nodata=-9999))
    add("missing pixels", "of half the country", "no source|without|no cell|has no|covered", months(change=lambda m, f: np.where(centres()[1][None, :] < 13.9, -9999, f), nodata=-9999))
    asc = {"files": "ghi_{month}.asc"}
    add("text grid", "GDAL's AAIGrid", "right", gdal_text, {**asc, "crs": "EPSG:4326"})
    add("text grid", "corner", "right", text_grid(), asc)
    add("text grid", "centre, dx and dy", "right", text_grid(f"xllcenter {WEST + STEP / 2}\nyllcenter {NORTH - ROWS * STEP + STEP / 2}\ndx {STEP}\ndy {STEP}\n"), asc)
    add("text grid", "missing pixels", "right", text_grid(change=hole(-9999)), asc, holed=True)
    add("text grid", "Windows line ends", "right", text_grid(prepare=lambda t: t.replace("\n", "\r\n").encode()), asc)
    add("text grid", "byte order mark", "right", text_grid(prepare=lambda t: b"\xef\xbb\xbf" + t.encode()), asc)
    add("text grid", "UTF-16", "UTF-16", text_grid(prepare=lambda t: t.encode("utf-16")), asc)
    add("text grid", "decimal commas", "number|expected", text_grid(prepare=lambda t: t.replace(".", ",").encode()), asc)
    add("text grid", "a row too few", "expected|rows|values", text_grid(prepare=lambda t: "\n".join(t.split("\n")[:-2]).encode()), asc)
    for driver, ending, kind in (("HFA", ".img", "f4"), ("ENVI", ".dat", "f4"), ("PNG", ".png", "u1")):
        add("other formats", f"{driver} ({ending})", "is not read", as_format(driver, ending, kind), {"files": "ghi_{month}" + ending})
    def vrt(folder):
        months()(folder)
        for month in range(1, 13):
            gdal.Translate(os.path.join(folder, f"ghi_{month:02d}.vrt"), os.path.join(folder, f"ghi_{month:02d}.tif"), format="VRT")
    add("other formats", "VRT", "is a VRT.*gdal_translate", vrt, {"files": "ghi_{month}.vrt"})
    def grib(folder):
        months(kind="f8")(folder)
        for month in range(1, 13):
            gdal.Translate(os.path.join(folder, f"ghi_{month:02d}.grib2"), os.path.join(folder, f"ghi_{month:02d}.tif"), format="GRIB")
    add("other formats", "GRIB", "is GRIB.*gdal_translate", grib, {"files": "ghi_{month}.grib2"})
    add("other formats", "a web page named .tif", "not a|TIFF", lambda folder: [open(os.path.join(folder, f"ghi_{m:02d}.tif"), "w").write("<html>") for m in range(1, 13)])
    add("other formats", "an empty file named .tif", "TIFF|empty", lambda folder: [open(os.path.join(folder, f"ghi_{m:02d}.tif"), "w") for m in range(1, 13)])
    add("other formats", "half a GeoTIFF", "truncated", cut)
    add("months", "June is missing", "month 6", lambda folder: (months()(folder), os.remove(os.path.join(folder, "ghi_06.tif"))))
    add("months", "each is there twice", "two files .* for month", lambda folder: (months()(folder), months(name="ghi_{:d}.tif")(folder)))
    for a, b in ((3, 4), (8, 9), (9, 10)):
        add("months", f"months {a} and {b} in each other's place", "each other|in the place|swap|expected about", months(swapped(a, b)))
    for count, value, name in ((45, 0, "zeros without a tag, 3 of 5 columns"), (4, 0, "zeros, a few pixels"), (1, np.inf, "one infinite pixel"), (1, 900, "one pixel beyond the sun's"), (1, -50, "one negative pixel")):
        add("pixels", name, "not possible|infinite", months(change=only(6, place_pixels(count, value))))
    add("pixels", "a cell 30 % brighter than its neighbours", "neighbours", months(change=only(6, bright_cell)))
    watts = lambda m: pixels(m) * 1000 / HOURS[m - 1]
    add("units", "W/m2", "right", months(watts), {"unit": "W/m2"})
    add("units", "W/m2 said to be kWh/m2", 'W/m2|expected about', months(watts))
    add("units", "kWh/m2 said to be W/m2", 'kWh/m2|expected about', months(), {"unit": "W/m2"})
    add("units", "Wh/m2 said to be kWh/m2", "expected|possible", months(lambda m: 1000 * pixels(m)))
    add("units", "kWh/m2 a day", "expected|possible", months(lambda m: 24 * pixels(m) / HOURS[m - 1]))
    add("units", "one month in other units", "month 7", months(lambda m: watts(m) if m == 7 else pixels(m)))
