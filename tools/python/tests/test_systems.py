"""What `bcast check --system` says where there is nothing to ask."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from bcast import _native
from bcast._declared import SubjectError
from bcast.systems import load


def check(name):
    environment = {**os.environ, "BCAST_PYTHON": sys.executable}
    command = [_native.program(), "check", "--system", name]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


class Systems(unittest.TestCase):
    def test_a_name_without_an_adapter_gets_the_names(self):
        done = check("nonsense")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no system is called 'nonsense'; there are autograd, ", done.stderr)
        self.assertNotIn("_common", done.stderr)

    def test_a_system_that_is_not_installed_is_named_with_its_package(self):
        try:
            import paddle  # noqa: F401
        except ImportError:
            done = check("paddle")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, "^bcast: --system 'paddle': paddle cannot be imported by "
                                          f"{sys.executable}: .*pip install (paddlepaddle|numpy)\\n$")  # noqa: E501
        else:
            self.skipTest("paddle is installed")

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "the adapters use NumPy")
    def test_a_system_that_does_not_start_says_what_it_lacks(self):
        for source, said in (
            ("import mlx.core", "cannot be imported by .*No module named 'mlx'.*pip install 'mlx\\[cpu\\]'"),
            ("raise OSError('there is no libcuda')", "paddle does not start: OSError: there is no libcuda"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "paddle.py").write_text(source)
                with unittest.mock.patch.object(sys, "path", [folder, *sys.path]):
                    sys.modules.pop("paddle", None)
                    with self.assertRaisesRegex(SubjectError, said):
                        load("paddle")


if __name__ == "__main__":
    unittest.main()
