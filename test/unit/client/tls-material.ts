import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder } from "../../new-folder.ts";

// A throw-away authority and a certificate for localhost and 127.0.0.1 signed by it, valid for a hundred years. Test
// material only: made with openssl for this folder and trusted by nothing else.
export const CA_PEM = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUGekcGYY/kjnJcL16C1F4t1npmM0wCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUc3dhdGggdGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDkxMzIz
WhgPMjEyNjEwMjgwOTEzMjNaMB8xHTAbBgNVBAMMFHN3YXRoIHRlc3QgYXV0aG9y
aXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAET1LON7IXju3Rl66u+iuPWvJ1
qTKqyn34ELpOV0U5XQ480gMqXcSiAv6NeILoSdNEI7xwF9xW6HeN2bezn2gcZqNT
MFEwHQYDVR0OBBYEFFr0T4Vm1V2QTuQI1c4GG0qmJ2g/MB8GA1UdIwQYMBaAFFr0
T4Vm1V2QTuQI1c4GG0qmJ2g/MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgPnukrIe9QCgYx2qj/iwHLfe03Q1jyuUAhbziYd7TKVMCIGVgEakmsNGr
Xs9ybTB7Q0mpKMEhVz/bkvi35ux+7RR2
-----END CERTIFICATE-----
`;
export const LEAF_PEM = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUVAwALvxxw6dqw5ghrbBHDGImn0QwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUc3dhdGggdGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDkxMzIz
WhgPMjEyNjEwMjgwOTEzMjNaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABNsAvOW/kF6sJNReOpGxUq/+9HrKZrbh2wSIqK0i
aTkukmg1H9fJP77WQrJ0bsTb8jRGlTTfqBJxYz6/8TJ18fGjXjBcMBoGA1UdEQQT
MBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUOdFHe5iA+P6Oov0ZRlS0ak0o
EIIwHwYDVR0jBBgwFoAUWvRPhWbVXZBO5AjVzgYbSqYnaD8wCgYIKoZIzj0EAwID
SAAwRQIgQE4NVc7YggS7UlrLzolygB9uGdMpNI/qBcSqVIzg+EgCIQCDUBigW6FB
INCHqeQcLbufPl/N6WpRYdVA5Wuixcn5rg==
-----END CERTIFICATE-----
`;
export const LEAF_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8/+QmIaK9GDKon5I
D5aL0kF6uzjGO69r9A6vzI3dvBihRANCAATbALzlv5BerCTUXjqRsVKv/vR6yma2
4dsEiKitImk5LpJoNR/XyT++1kKydG7E2/I0RpU036gScWM+v/EydfHx
-----END PRIVATE KEY-----
`;

/** Returns the path of a file with the authority. */
export async function makeCaFile(): Promise<string> {
  const path = join(await newFolder(), "ca.pem");
  await writeFile(path, CA_PEM);
  return path;
}
