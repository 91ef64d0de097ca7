import { describe, expect, it } from "vitest";
import { toWindowsStart } from "../../../src/disk/windows-program.ts";

const FILES = new Set([
  "C:\\tools\\rio.cmd",
  "C:\\tools\\gdalinfo.exe",
  "C:\\tools\\gdal_calc.py",
  "C:\\OSGeo 4W\\bin\\gdal_calc.bat",
  "D:\\in\\planted.exe",
  "D:\\in\\own.cmd",
]);
const CMD = "C:\\WINDOWS\\System32\\cmd.exe";
const env = {
  Path: 'relative;.;C:\\empty;C:\\tools;"C:\\OSGeo 4W\\bin"',
  PATHEXT: ".COM;.EXE;.BAT;.CMD;.VBS;.PY",
  SystemRoot: "C:\\WINDOWS",
};
const start = (program: string, ...args: string[]) =>
  toWindowsStart(program, args, { cwd: "D:\\in", env, isFile: (path) => FILES.has(path) });
const lineOf = (program: string, ...args: string[]): string | undefined => {
  const found = start(program, ...args);
  return "args" in found ? found.args.at(-1) : undefined;
};

describe("P25 DESK-20 a program on Windows", () => {
  it.each([
    ["gdalinfo", "C:\\tools\\gdalinfo.exe"],
    ["gdalinfo.exe", "C:\\tools\\gdalinfo.exe"],
    ["C:\\tools\\gdalinfo", "C:\\tools\\gdalinfo.exe"],
    ["C:/tools/gdalinfo.exe", "C:\\tools\\gdalinfo.exe"],
    [".\\planted", "D:\\in\\planted.exe"],
  ])("%s is found", (program, file) => {
    expect(start(program, "a b", '"%')).toEqual({ file, args: ["a b", '"%'], isVerbatim: false });
  });

  it("a name is not looked for in the current folder, where a downloaded file may have it", () => {
    expect(start("planted")).toEqual({ notStarted: expect.stringContaining(".\\planted") as string });
    expect(start("nothing")).toEqual({ notStarted: "no folder of PATH has it" });
  });

  it("a path that ends at its first blank is explained", () => {
    expect(start("C:\\OSGeo", "4W\\bin\\gdal_calc.bat")).toEqual({
      notStarted: "no such file; a path with blanks needs double quotes",
    });
  });

  it.each(["a\uff02 -o b", "a\u02ba", "a\u030e"])(
    "a file name with a character that old programs read as a double quote is refused: %s",
    (name) => {
      for (const program of ["gdalinfo", "rio"])
        expect(start(program, name)).toEqual({
          notStarted: expect.stringContaining("double quote") as string,
        });
    },
  );

  it("a script needs its interpreter", () => {
    expect(start("gdal_calc.py")).toEqual({ notStarted: expect.stringContaining("interpreter") as string });
  });

  it.each([
    ["rio", '""C:\\tools\\rio.cmd" info "D:\\in\\a & b (1).tif""'],
    ["rio.cmd", '""C:\\tools\\rio.cmd" info "D:\\in\\a & b (1).tif""'],
    ["gdal_calc", '""C:\\OSGeo 4W\\bin\\gdal_calc.bat" info "D:\\in\\a & b (1).tif""'],
    [".\\own.cmd", '""D:\\in\\own.cmd" info "D:\\in\\a & b (1).tif""'],
  ])("%s is started through cmd.exe, with quotes of our own", (program, line) => {
    expect(start(program, "info", "D:\\in\\a & b (1).tif")).toEqual({
      file: CMD,
      args: ["/d", "/e:on", "/v:off", "/s", "/c", line],
      isVerbatim: true,
    });
  });

  it.each([
    ["D:\\out\\", "D:\\out\\"],
    ["D:\\my out\\", '"D:\\my out\\\\"'],
    ["", '""'],
    ["a=b", '"a=b"'],
    ["a,b;c", '"a,b;c"'],
    ["é", '"é"'],
    ["a|b>c<d&e", '"a|b>c<d&e"'],
  ])("an argument %j of a batch file", (argument, quoted) => {
    expect(lineOf("rio", argument)).toBe(`""C:\\tools\\rio.cmd" ${quoted}"`);
  });

  it.each(['a"&calc.tif', "%PATH%.tif", "a!b.tif", "a^b.tif", "a\nb.tif", "a\rb", "a\0b", "x".repeat(9000)])(
    "an argument that cmd.exe would change is refused: %j",
    (argument) => {
      expect(start("rio", argument)).toEqual({ notStarted: expect.stringContaining("cmd.exe") as string });
      expect(start("gdalinfo", argument)).toMatchObject({ args: [argument] });
    },
  );
});
