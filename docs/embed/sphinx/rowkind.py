"""Sphinx: a directive for playable changelogs.

    .. rowkind::
       :step: 2

       sql: |
         ...

conf.py: extensions = ["rowkind"]; rowkind_base = "/rowkind/" (where the built page is served).
Builders other than HTML show the scenario as a literal block.
"""
from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive, directives


class Play(nodes.literal_block):
    pass


class RowkindDirective(Directive):
    has_content = True
    option_spec = {name: directives.unchanged for name in ("step", "theme", "example", "src", "lang")}

    def run(self):
        text = "\n".join(self.content)
        node = Play(text, text, language="yaml")
        node["attributes"] = dict(self.options)
        return [node]


def visit_html(self, node):
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in sorted(node["attributes"].items()))
    self.body.append(f"<rowkind-play{attributes}><pre>{escape(node.rawsource)}</pre></rowkind-play>\n")
    raise nodes.SkipNode


def visit_other(self, node):
    self.visit_literal_block(node)


def depart_other(self, node):
    self.depart_literal_block(node)


def add_script(app, pagename, templatename, context, doctree):
    if doctree is not None and any(True for _ in doctree.findall(Play)):
        app.add_js_file(app.config.rowkind_base + "rowkind-play.js", type="module")


def setup(app):
    app.add_config_value("rowkind_base", "/rowkind/", "html")
    other = (visit_other, depart_other)
    app.add_node(Play, html=(visit_html, None), latex=other, text=other, man=other, texinfo=other)
    app.add_directive("rowkind", RowkindDirective)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
