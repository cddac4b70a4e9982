// The first import of every script: an old Node must get this line and not an error about syntax or a missing
// name. So this file uses nothing that an old Node lacks.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Maarga needs Node 20.19 or newer. This is Node ${process.versions.node}.`);
  process.exit(1);
}
