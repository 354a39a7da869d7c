"""Write what is in a release's files as SPDX 2.3: sbom.py --version VERSION --commit COMMIT FOLDER

The versions are those of the Debian packages on this machine, and of ziglang in .ci/wheel-manylinux. The time
is SOURCE_DATE_EPOCH.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import uuid
from pathlib import Path

OURS = "Apache-2.0 WITH LLVM-exception"
RUNTIME = "GPL-3.0-or-later WITH GCC-exception-3.1"
# A package of Debian or PyPI, what it is, and its licence.
PACKAGES = {
    "libboost1.74-dev": ("Boost.Hana", "BSL-1.0"),
    "libc6": ("glibc", "LGPL-2.1-or-later"),
    "libc6-dev": ("glibc", "LGPL-2.1-or-later"),
    "libc6-dev-arm64-cross": ("glibc", "LGPL-2.1-or-later"),
    "libcli11-dev": ("CLI11", "BSD-3-Clause"),
    "libfmt-dev": ("fmt", "MIT"),
    "libfmt9": ("fmt", "MIT"),
    "libgcc-s1": ("libgcc", RUNTIME),
    "librapidcheck-dev": ("RapidCheck", "BSD-2-Clause"),
    "librapidcheck-dev:arm64": ("RapidCheck", "BSD-2-Clause"),
    "libstdc++-12-dev": ("libstdc++ and libgcc", RUNTIME),
    "libstdc++-12-dev-arm64-cross": ("libstdc++ and libgcc", RUNTIME),
    "libstdc++6": ("libstdc++", RUNTIME),
    "libtbb12": ("oneTBB", "Apache-2.0"),
    "nlohmann-json3-dev": ("JSON for Modern C++", "MIT"),
    "ziglang": ("libc++ and libunwind", "Apache-2.0 WITH LLVM-exception"),
}
HEADERS = ["libboost1.74-dev", "libcli11-dev", "nlohmann-json3-dev"]
LIBRARIES = ["libc6", "libfmt9", "libgcc-s1", "libstdc++6", "libtbb12"]
# What a file of a release links, by its name.
LINKS = {
    r"linux-x86_64\.tar\.gz$": {"STATIC_LINK": [
        *HEADERS, "libfmt-dev", "librapidcheck-dev", "libstdc++-12-dev", "libc6-dev"]},
    r"linux-aarch64\.tar\.gz$": {"STATIC_LINK": [
        *HEADERS, "libfmt-dev", "librapidcheck-dev:arm64", "libstdc++-12-dev-arm64-cross",
        "libc6-dev-arm64-cross"]},
    r"\.deb$": {"STATIC_LINK": [*HEADERS, "librapidcheck-dev"], "DYNAMIC_LINK": LIBRARIES},
    r"\.whl$": {"STATIC_LINK": [*HEADERS, "libfmt-dev", "librapidcheck-dev", "ziglang"]},
}


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def installed_version(package):
    command = ["dpkg-query", "-W", "-f", "${Version} ${Architecture}\n", package]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return found.splitlines()[0].split()


def ziglang():
    script = Path(__file__).with_name("wheel-manylinux").read_text()
    version = re.search(r"^zig=(\S+)", script, re.MULTILINE)[1]
    return "ziglang", version, "Organization: Zig Software Foundation", f"pkg:pypi/ziglang@{version}"


def debian(package):
    version, architecture = installed_version(package)
    name = package.partition(":")[0]
    purl = f"pkg:deb/debian/{name.replace('+', '%2B')}@{version.replace('+', '%2B')}"
    return name, version, "Organization: Debian", f"{purl}?arch={architecture}&distro=bookworm"


def package_of(package):
    what, licence = PACKAGES[package]
    name, version, supplier, purl = ziglang() if package == "ziglang" else debian(package)
    return {
        "SPDXID": identifier(package), "name": name, "versionInfo": version, "summary": what,
        "supplier": supplier, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": purl}],
    }  # fmt: skip


def file_of(path):
    sums = [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, path.read_bytes()).hexdigest()}
            for name in ("sha1", "sha256")]
    return {"SPDXID": identifier("File-" + path.name), "fileName": f"./{path.name}", "checksums": sums,
            "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
            "copyrightText": "NOASSERTION"}  # fmt: skip


def document(version, commit, paths):
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    bcast = {"SPDXID": "SPDXRef-bcast", "name": "bcast", "versionInfo": version,
             "supplier": "NOASSERTION", "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
             "sourceInfo": f"commit {commit}", "licenseConcluded": OURS, "licenseDeclared": OURS,
             "copyrightText": "NOASSERTION", "primaryPackagePurpose": "APPLICATION"}  # fmt: skip
    used, relations = set(), [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-bcast")]
    for path in paths:
        file = identifier("File-" + path.name)
        relations.append((file, "GENERATED_FROM", "SPDXRef-bcast"))
        for pattern, links in LINKS.items():
            if not re.search(pattern, path.name):
                continue
            for relation, packages in links.items():
                used.update(packages)
                relations += [(file, relation, identifier(package)) for package in packages]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"bcast-{version}",
        "documentNamespace": uuid.uuid5(uuid.NAMESPACE_OID, f"bcast {version} {commit}").urn,
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Organization: The bcast developers", "Tool: bcast-sbom"]},
        "packages": [bcast, *(package_of(package) for package in sorted(used))],
        "files": [file_of(path) for path in paths],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in relations],
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    paths = sorted(path for path in arguments.folder.iterdir() if path.is_file())
    written = document(arguments.version, arguments.commit, paths)
    target = arguments.folder / f"bcast-{arguments.version}.spdx.json"
    target.write_text(json.dumps(written, indent=1) + "\n")
    print(f"{target.name}: {len(written['packages'])} packages, {len(written['files'])} files")


if __name__ == "__main__":
    main()
