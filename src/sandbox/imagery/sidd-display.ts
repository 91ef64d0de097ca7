import type { Xml } from "./xml.ts";

const BILINEAR = { FilterBank: { Predefined: { DatabaseName: "BILINEAR" } } };

/** How a 16-bit amplitude image is shown by SIDD's processing chain: nothing applied yet, ordinary resampling on display. */
export const SIDD_DISPLAY: Xml = {
  PixelType: "MONO16I",
  NumBands: 1,
  DefaultBandDisplay: 1,
  NonInteractiveProcessing: {
    "@band": 1,
    ProductGenerationOptions: {
      DataRemapping: { LUTName: "LINEAR", Predefined: { DatabaseName: "LINEAR" } },
    },
    RRDS: { DownsamplingMethod: "DECIMATE" },
  },
  InteractiveProcessing: {
    "@band": 1,
    GeometricTransform: {
      Scaling: {
        AntiAlias: { FilterName: "AntiAlias", ...BILINEAR, Operation: "CONVOLUTION" },
        Interpolation: { FilterName: "Interpolation", ...BILINEAR, Operation: "CORRELATION" },
      },
      Orientation: { ShadowDirection: "DOWN" },
    },
    SharpnessEnhancement: {
      ModularTransferFunctionEnhancement: {
        FilterName: "ModularTransferFunctionEnhancement",
        ...BILINEAR,
        Operation: "CONVOLUTION",
      },
    },
    DynamicRangeAdjustment: { AlgorithmType: "NONE", BandStatsSource: 1 },
  },
};
