# A virtual environment, pip without a network, an environment inside another.
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1
python3 -m venv bare --without-pip; cat bare/pyvenv.cfg; readlink bare/bin/python3; ls bare/bin
bare/bin/python -c 'import sys; print(sys.prefix != sys.base_prefix, sys.prefix)'
python3 -m venv v; echo "venv $?"; ls v/bin; v/bin/python -m pip --version | cut -d' ' -f1,2; v/bin/pip list; . v/bin/activate; python -c 'import sys; print(sys.prefix)'; python3 -c 'import sys; print(sys.executable)'; pip --version | cut -d' ' -f1,2; which python
mkdir -p pkg/hello && printf 'def main(): print("hello from a package")\n' >pkg/hello/__init__.py && printf 'from setuptools import setup\nsetup(name="hello", version="1", packages=["hello"], entry_points={"console_scripts": ["hello=hello:main"]})\n' >pkg/setup.py
pip install -q --no-index --no-build-isolation ./pkg 2>&1 | grep -v -i -e warning -e deprecat -e notice; hello; python -c 'import hello; hello.main()'; pip show hello | head -2; pip uninstall -qy hello; pip freeze
python3 -m venv inner --without-pip; cat inner/pyvenv.cfg; inner/bin/python -c 'import sys; print(sys.base_prefix, sys.prefix)'; deactivate
python3 -m venv --copies c --without-pip; c/bin/python -c 'import sys; print(sys.prefix)'; python3 -m venv --system-site-packages s --without-pip; grep include s/pyvenv.cfg; python3 -m ensurepip --version | cut -c1-3; python3 -m zipapp --help >/dev/null; echo $?; python3 -m compileall -q pkg; python3 -m unittest discover -s pkg 2>&1 | tail -1; python3 -m json.tool <<<'{"a": 1}'
