// The first import of every script, so that an old Node prints this line instead of a syntax error. This file uses
// nothing that an old Node lacks.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Maarga needs Node 20.19 or newer. This is Node ${process.versions.node}.`);
  process.exit(1);
}
