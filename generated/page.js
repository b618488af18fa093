// node_modules/preact/dist/preact.mjs
var n;
var t$1;
var r$1;
var u$2;
var i$1;
var f$2;
var o$2;
var e$1;
var l$1;
var c$1;
var a$2;
var s$1;
var h$1 = Symbol.for("pv");
var p$1 = {};
var y$1 = [];
var v$1 = /^m(i|n|o|s|text|space)$/;
var w$1 = Array.isArray;
var d$1 = y$1.slice;
var _$1 = Object.assign;
function g$1(n) {
	n && n.parentNode && n.remove();
}
function m$1(r, u, i, f, o) {
	var e = {
		type: r,
		props: u,
		key: i,
		ref: f,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: h$1,
		__v: o || ++t$1,
		__i: -1,
		__u: 0
	};
	return !o && n.vnode && n.vnode(e), e;
}
function $(n) {
	return n.children;
}
function x(n, t) {
	this.props = n, this.context = t, this.__g = 0;
}
function S(n, t) {
	if (null == t) return n.__ && S(n.__, n.__i + 1);
	for (var r; t < n.__k.length; t++) if ((r = n.__k[t]) && r.__e) return r.__e;
	return "function" != typeof n.type || n.props.__P ? null : S(n);
}
function C$1(t) {
	var r, u = t.__v, i = u.__e, f = [], o = [], e = t.__P;
	e && ((r = _$1({ constructor: h$1 }, u)).__v = u.__v + 1, n.vnode && n.vnode(r), z$1(e, r, u, t.__n, e.namespaceURI, 32 & u.__u ? [i] : null, f, i || S(u), 32 & u.__u, o), r.__v = u.__v, r.__.__k[r.__i] = r, E$1(f, r, o), u.__ = u.__e = null, r.__e != i && j$1(r));
}
function j$1(n) {
	if ((n = n.__) && n.__c && !n.props.__P) return n.__e = null, n.__k.some(function(t) {
		return t && (n.__e = t.__e);
	}), j$1(n);
}
function L(t) {
	(8 & t.__g || (t.__g |= 8, u$2.push(t), f$2++)) && i$1 == n.debounceRendering || ((i$1 = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
	try {
		for (var n, t = 1; u$2.length;) u$2.length > t && u$2.sort(o$2), n = u$2.shift(), t = u$2.length, 8 & n.__g && C$1(n);
	} finally {
		(f$2 = u$2.length) && (i$1 || queueMicrotask)(H);
	}
}
function I(n, t, r, u, i, f, o, e, l, c, a) {
	var s, h, v, w, d, _, g = u.__k || y$1, k = t.length;
	for (l = q(r, t, g, l, k), s = 0; s < k; s++) null != (v = r.__k[s]) && (h = ~v.__i && g[v.__i] || p$1, v.__i = s, _ = z$1(n, v, h, i, f, o, e, l, c, a), w = v.__e, (h.ref != v.ref || 8 & h.__u) && (h.ref && G$1(h.ref, null, v, h), v.ref && a.push(v.ref, v.__c || w, v)), d = d || w, 4 & v.__u ? (l = A$1(v, l, n, !h.__v), h.__e && (h.__e = null)) : "function" == typeof v.type && void 0 !== _ ? l = _ : w && (l = w.nextSibling), v.__u &= -21);
	return r.__e = d, l;
}
function q(n, t, r, u, i) {
	var f, o, e, l, c, a, s, p, y, v = r.length, d = v, _ = 0, g = 0, k = n.__k = Array(i);
	for (f = 0; f < i; f++) null != (o = t[f]) && "boolean" != typeof o && "function" != typeof o ? ("object" != typeof o || o.constructor === String ? o = k[f] = m$1(null, o) : w$1(o) ? o = k[f] = m$1($, { children: o }) : o.constructor === h$1 && o.__b ? o = k[f] = m$1(o.type, o.props, o.key, o.ref, o.__v) : k[f] = o, l = f + _, o.__ = n, o.__b = n.__b + 1, e = null, ~(c = o.__i = P(o, r, l, d)) && (d--, (e = r[c]) && (e.__u |= 2)), e && e.__v ? (o.__u |= 16, c == l - 1 ? _-- : c == l + 1 ? _++ : c != l && (c > l ? _-- : _++, g = 1)) : (~c || (i > v ? _-- : i < v && _++), "function" != typeof o.type && (o.__u |= 4))) : k[f] = null;
	if (g) {
		for (a = [], s = [], f = 0; f < i; f++) if ((o = k[f]) && 16 & o.__u) {
			for (_ = 0, p = a.length; _ < p;) a[y = _ + p >> 1] < o.__i ? _ = y + 1 : p = y;
			a[_] = o.__i, s[f] = _ + 1;
		}
		for (_ = a.length; f--;) s[f] && (s[f] == _ ? _-- : k[f].__u |= 4);
	}
	if (d) for (f = 0; f < v; f++) !(e = r[f]) || 2 & e.__u || (e.__e == u && (u = S(e)), J(e, e));
	return u;
}
function A$1(n, t, r, u) {
	var i, f, o, e;
	if ("function" == typeof n.type) {
		if (n.props.__P) return t;
		if (i = n.__k) for (f = 0; f < i.length; f++) i[f] && (i[f].__ = n, t = A$1(i[f], t, r, !1));
		return t;
	}
	for (t && !t.parentNode && (t = S(n)) && !t.parentNode && (t = null), o = n.__e, e = t; e && 8 == e.nodeType;) e = e.nextSibling;
	for (o != e && (!u && r.moveBefore && o.parentNode ? r.moveBefore(o, t) : r.insertBefore(o, t || null)), t = o; (t = t && t.nextSibling) && 8 == t.nodeType && !t.data.startsWith("$s"););
	return t;
}
function P(n, t, r, u) {
	var i, f = n.key, o = n.type, e = t[r], l = e && !(2 & e.__u);
	if (null === e && null == f || l && f == e.key && o == e.type) return r;
	if (u > (l ? 1 : 0)) {
		for (i = r - 1; i >= 0; i--) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
		for (i = r + 1; i < t.length; i++) if ((e = t[i]) && !(2 & e.__u) && f == e.key && o == e.type) return i;
	}
	return -1;
}
function T$1(n, t, r) {
	r ??= "", "-" == t[0] ? n.setProperty(t, r) : n[t] = r;
}
function N(n, t, r, u, i) {
	var f, o;
	if ("style" == t) if ("string" == typeof r) n.style.cssText = r;
	else {
		if ("string" == typeof u && (n.style.cssText = u = ""), u) for (t in u) r && t in r || T$1(n.style, t);
		if (r) for (t in r) u && r[t] == u[t] || T$1(n.style, t, r[t]);
	}
	else if ("o" == t[0] && "n" == t[1]) "function" != typeof r && (r = null), "function" != typeof u && (u = null), (n.__e || (n.__e = {}))[t] = r, r && u || (o = a$2[t] || (a$2[t] = V(t)), (n.__a || (n.__a = {}))[t] = c$1, f = t != (t = t.replace(l$1, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), r ? n.addEventListener(t, o, f) : n.removeEventListener(t, o, f));
	else {
		if ("http://www.w3.org/2000/svg" == i) t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if ("width" != t && "height" != t && "href" != t && "list" != t && "form" != t && "tabIndex" != t && "download" != t && "rowSpan" != t && "colSpan" != t && "role" != t && "popover" != t && t in n) try {
			n[t] = null == r ? "" : r;
			return;
		} catch (n) {}
		if ("function" == typeof r) return;
		null == r || !1 === r && "-" != t[4] ? n.removeAttribute(t) : n.setAttribute(t, "popover" == t && 1 == r ? "" : r);
	}
}
function V(t) {
	return function(r) {
		var u = this.__e;
		if (u) {
			if (u = u[t], null == r[e$1]) r[e$1] = c$1++;
			else if (r[e$1] < this.__a[t]) return;
			return u(n.event ? n.event(r) : r);
		}
	};
}
function z$1(t, r, u, i, f, o, e, l, c, a) {
	var s, p, v, d, k, b, m, M, C, j, L, H, q, A, O, P, T, N, V = r.type;
	if (r.constructor !== h$1) return null;
	128 & u.__u && (c = 32 & u.__u, s = u.__c.__z) && (r.__u |= c, p = o = [], 8 == s.nodeType ? l = B$1(s, o) : o.push(s), l = o[0] || l), (s = n.__b) && s(r);
	n: if ("function" == typeof V) {
		v = e.length;
		try {
			if (M = r.props, C = (s = V.prototype) && s.render, j = (s = V.contextType) && i[s.__c], L = s ? j ? j.props.value : s.__ : i, (d = u.__c) ? (r.__c = d, 2 & d.__g && (d.__g |= 1)) : (C ? r.__c = d = new V(M, L) : (r.__c = d = new x(M, L), d.constructor = V, d.render = K), j && j.sub(d), d.state || (d.state = {}), d.__n = i, d.__g |= 8, d.__h = [], d.__k = []), C && (d.__s || (d.__s = d.state), V.getDerivedStateFromProps && (d.__s == d.state && (d.__s = _$1({}, d.__s)), _$1(d.__s, V.getDerivedStateFromProps(M, d.__s)))), k = d.props, b = d.state, d.__v = r, u.__c) {
				if (M !== k && C && !V.getDerivedStateFromProps && d.componentWillReceiveProps && d.componentWillReceiveProps(M, L), r.__v == u.__v && !(8 & d.__g) || !(4 & d.__g) && d.shouldComponentUpdate && !1 === d.shouldComponentUpdate(M, d.__s, L)) {
					r.__v != u.__v && (d.props = M, d.state = d.__s, d.__g &= -9), r.__e = u.__e, r.__k = u.__k, r.__k.some(function(n) {
						n && (n.__ = r);
					}), y$1.push.apply(d.__h, d.__k), d.__k = [], d.__h.length && e.push(d), l = S(u);
					break n;
				}
				d.componentWillUpdate && d.componentWillUpdate(M, d.__s, L), C && d.componentDidUpdate && d.__h.push(function() {
					d.componentDidUpdate(k, b, m);
				});
			} else C && !V.getDerivedStateFromProps && d.componentWillMount && d.componentWillMount(), C && d.componentDidMount && d.__h.push(d.componentDidMount);
			d.context = L, d.props = M, d.__P = t, d.__g &= -5, H = n.__r, q = C ? 25 : 0;
			do
				d.__g &= -9, H && H(r), s = d.render(d.props, d.state = d.__s, d.context);
			while (8 & d.__g && ++q < 25);
			C && (y$1.push.apply(d.__h, d.__k), d.__k = []), d.state = d.__s, d.getChildContext && (i = _$1({}, i, d.getChildContext())), C && u.__c && d.getSnapshotBeforeUpdate && (m = d.getSnapshotBeforeUpdate(k, b)), A = s && s.type === $ && null == s.key ? s.props.children : s, M.__P && (s = l, f = (t = M.__P).namespaceURI, c = o = null, u.props && u.props.__P != t && (u.__k.some(function(n) {
				n && J(n, n);
			}), u.__k = null), l = u.__k ? S(u, 0) : null), l = I(t, w$1(A) ? A : [A], r, u, i, f, o, e, l, c, a), M.__P && (r.__e = null, l = s), r.__u &= -161, p && p.some(g$1), d.__h.length && e.push(d), 1 & d.__g && (d.__g &= -4);
		} catch (t) {
			if (e.length = v, r.__v = null, c || o) if (t && t.then) {
				if (r.__u |= 128 | c, o) {
					for (~(T = o.indexOf(l || void 0)) || (T = o.length); (N = o[T - 1]) && 8 == N.nodeType;) T--;
					for (; T < o.length; T++) if (N = o[T]) if (o[T] = null, O) {
						if (N == P) break;
					} else {
						if (8 != N.nodeType) break;
						N.data.startsWith("$s") && (P = B$1(O = N));
					}
				}
				if (!O) {
					for (; l && 8 == l.nodeType && l.nextSibling;) l = l.nextSibling;
					O = l;
				}
				(s = B$1(O = r.__c.__z || (r.__c.__z = O))) ? (r.__e = O, l = s) : r.__e = l, l = l && l.nextSibling;
			} else o && o.some(g$1);
			else r.__e = u.__e;
			r.__k || (r.__k = u.__k || []), t && t.then || D$1(r), n.__e(t, r, u);
		}
	} else l = r.__e = F(u.__e, r, u, i, f, o, e, c, a, t);
	return (s = n.diffed) && s(r), l;
}
function B$1(n, t) {
	if (n && 8 == n.nodeType && n.data.startsWith("$s")) for (var r = 1; n = n.nextSibling;) {
		if (8 == n.nodeType) {
			if (n.data.startsWith("$s")) r++;
			else if (n.data.startsWith("/$s") && !--r) return n;
		}
		t && t.push(n);
	}
}
function D$1(n) {
	n && (n.__c && (n.__c.__g |= 4), n.__k && n.__k.some(D$1));
}
function E$1(t, r, u) {
	for (var i = 0; i < u.length;) G$1(u[i++], u[i++], u[i++]);
	n.__c && n.__c(r, t), t.some(function(r) {
		try {
			t = r.__h, r.__h = [], t.some(function(n) {
				n.call(r);
			});
		} catch (t) {
			n.__e(t, r.__v);
		}
	});
}
function F(t, r, u, i, f, o, e, l, c, a) {
	var s, h, y, _, k, b, m, M, $ = u.props || p$1, x = r.props, C = r.type;
	if ("svg" == C ? f = "http://www.w3.org/2000/svg" : "math" == C ? f = "http://www.w3.org/1998/Math/MathML" : f || (f = "http://www.w3.org/1999/xhtml"), o) {
		for (s = 0; s < o.length; s++) if ((k = o[s]) && (C ? k.localName == C : 3 == k.nodeType)) {
			t = k, o[s] = null;
			break;
		}
	}
	if (!t) {
		if (M = a.ownerDocument || document, !C) return M.createTextNode(x);
		t = M.createElementNS(f, C, x.is ? x : a), l && (n.__m && n.__m(r, o), l = !1), o = null;
	}
	if (C) {
		if (a = "template" == C && t.content || t, o = "textarea" == C && null != x.defaultValue ? null : o && d$1.call(a.childNodes), !l && o) for ($ = {}, s = 0; s < t.attributes.length; s++) $[(k = t.attributes[s]).name] = k.value;
		for (s in $) k = $[s], "dangerouslySetInnerHTML" == s ? y = k : "children" == s || s in x || "value" == s && "defaultValue" in x || "checked" == s && "defaultChecked" in x || N(t, s, null, k, f);
		for (s in x) k = x[s], "children" == s ? _ = k : "dangerouslySetInnerHTML" == s ? h = k : "value" == s ? b = k : "checked" == s ? m = k : l && "function" != typeof k || $[s] === k || N(t, s, k, $[s], f);
		h ? (l || y && (h.__html == y.__html || h.__html == t.innerHTML) || (t.innerHTML = h.__html), r.__k = []) : (y && (t.textContent = ""), ("foreignObject" == C || "http://www.w3.org/1998/Math/MathML" == f && v$1.test(C)) && (f = "http://www.w3.org/1999/xhtml"), I(a, w$1(_) ? _ : [_], r, u, i, f, o, e, o ? o[0] : u.__k && S(u, 0), l, c), o && o.some(g$1)), l && "textarea" != C || (s = "value", "progress" == C && null == b ? t.removeAttribute(s) : null == b || b === t[s] && ("progress" != C || b) || N(t, s, b, $[s], f), s = "checked", null != m && m != t[s] && N(t, s, m, $[s], f));
	} else $ === x || l && t.data == x || (t.data = x);
	return t;
}
function G$1(t, r, u, i) {
	try {
		"function" == typeof t ? r ? r.__x = t(r) || 1 : i && (i = i.__c || i.__e) && (r = i.__x) && (i.__x = null, "function" == typeof r ? r() : t(null)) : t.current = r;
	} catch (t) {
		n.__e(t, u);
	}
}
function J(t, r, u) {
	var i, f, o, e;
	if (n.unmount && n.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || G$1(i, null, r, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			n.__e(t, r);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (e = 0; e < i.length; e++) i[e] && J(i[e], r, "function" != typeof t.type || u && !t.props.__P);
	!u && (i = t.__c) && (i = i.__z) && (f = B$1(i, o = [])) && (i == t.__e && o.some(g$1), g$1(f), g$1(i)), u || g$1(t.__e), t.__e = t.__c = t.__ = null;
}
function K(n, t, r) {
	return this.constructor(n, r);
}
function Q(t, r) {
	var u, i, f, o;
	n.__ && n.__(t, r), 9 == r.nodeType && (r = r.documentElement), i = (u = t && 32 & t.__u) ? null : r.__k, r.__k = m$1($, { children: [t] }), f = [], o = [], z$1(r, r.__k, i || p$1, p$1, r.namespaceURI, i ? null : r.firstChild ? d$1.call(r.childNodes) : null, f, i ? i.__e : r.firstChild, u, o), E$1(f, r.__k, o), r.__k.props.children = null;
}
function U(n) {
	function t(n) {
		var r, u;
		return this.getChildContext || (r = /* @__PURE__ */ new Set(), (u = {})[t.__c] = this, this.getChildContext = function() {
			return u;
		}, this.shouldComponentUpdate = function(n) {
			this.props.value != n.value && r.forEach(function(n) {
				n.__g |= 4, L(n);
			});
		}, this.sub = function(n) {
			r.add(n);
			var t = n.componentWillUnmount;
			n.componentWillUnmount = function() {
				r.delete(n), t && t.call(n);
			};
		}), n.children;
	}
	return t.__c = "__cC" + s$1++, t.__ = n, t.Provider = (t.Consumer = function(n, t) {
		return n.children(t);
	}).contextType = t, t;
}
n = { __e: function(n, t, r, u) {
	for (var i, o, e; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((e = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(n)), i.componentDidCatch && (i.componentDidCatch(n, u || {}), e = 1), e && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			n = t;
		}
	}
	throw f$2 = 0, n;
} }, t$1 = 0, r$1 = function(n) {
	return null != n && n.constructor === h$1;
}, x.prototype.setState = function(n, t) {
	var r = this.__s;
	r && r != this.state || (r = this.__s = _$1({}, this.state)), "function" == typeof n && (n = n(_$1({}, r), this.props)), n && (_$1(r, n), this.__v && (t && this.__k.push(t), L(this)));
}, x.prototype.forceUpdate = function(n) {
	this.__v && (this.__g |= 4, n && this.__h.push(n), L(this));
}, x.prototype.render = $, u$2 = [], f$2 = 0, o$2 = function(n, t) {
	return n.__v.__b - t.__v.__b;
}, e$1 = Symbol(), l$1 = /(PointerCapture)$|Capture$/i, c$1 = 0, a$2 = {}, s$1 = 0;

// node_modules/preact/hooks/dist/hooks.mjs
var t;
var r;
var u$1;
var i;
var o$1 = Object.is;
var f$1 = 0;
var c = [];
var e = [];
var a$1 = n;
var v = a$1.__b;
var l = a$1.__r;
var m = a$1.diffed;
var h = a$1.__c;
var s = a$1.unmount;
var p = a$1.__;
function y(n, t) {
	a$1.__h && a$1.__h(r, n, f$1 || t), f$1 = 0;
	var u = r.__H || (r.__H = {
		__: [],
		__h: []
	});
	return n >= u.__.length && u.__.push({}), u.__[n];
}
function d(n) {
	return f$1 = 1, _(G, n);
}
function _(n, u, i) {
	var f = y(t++, 2);
	if (f.t = n, !f.__c && (f.__ = [i ? i(u) : G(void 0, u), function(n) {
		var t = (f.__N || f.__)[0], r = f.t(t, n);
		o$1(t, r) || (f.__N = [r, f.__[1]], f.__c.setState({}));
	}], f.__c = r, !r.__f)) {
		r.__f = !0;
		var c = r.shouldComponentUpdate;
		r.shouldComponentUpdate = function(n, t, r) {
			var u = this.__H;
			if (!u) return !0;
			var i = !1, f = this.props != n;
			if (u.__.some(function(n) {
				n.__N && (i = !0, o$1(n.__[0], n.__N[0]) || (f = !0));
			}), c) {
				var e = c.call(this, n, t, r);
				return i ? e || f : e;
			}
			return !i || f;
		};
	}
	return f.__;
}
function A(n, u) {
	var i = y(t++, 3);
	!a$1.__s && E(i.__H, u) && (i.__P = !0, i.__ = n, i.u = u, r.__H.__h.push(i));
}
function T(n) {
	return f$1 = 5, w(function() {
		return { current: n };
	}, []);
}
function w(n, r) {
	var u = y(t++, 7);
	return E(u.__H, r) && (u.__ = n(), u.__H = r), u.__;
}
function j(n) {
	var u = r.context[n.__c], i = y(t++, 9);
	return i.c = n, u ? (i.__ ?? (i.__ = !0, u.sub(r)), u.props.value) : n.__;
}
function g() {
	var n;
	do {
		for (; n = e.shift();) try {
			C(n);
		} catch (t) {
			a$1.__e(t, { __: (n = n.__P) && n.__v });
		}
		for (; n = c.shift();) {
			var t = n.__H;
			if (n.__P && t) try {
				t.__h.some(C), t.__h.some(D), t.__h = [];
			} catch (r) {
				t.__h = [], a$1.__e(r, n.__v);
			}
		}
	} while (e.length);
}
a$1.__b = function(n) {
	r = null, v && v(n);
}, a$1.__ = function(n, t) {
	n && t.__k && t.__k.__m && (n.__m = t.__k.__m), p && p(n, t);
}, a$1.__r = function(n) {
	l && l(n), t = 0;
	var i = (r = n.__c).__H;
	i && (u$1 == r ? r.__h = [] : (i.__h.some(C), i.__h.some(D), t = 0), i.__h = [], i.__.some(function(n) {
		n.__N && (n.__ = n.__N), n.u = n.__N = void 0;
	})), u$1 = r;
}, a$1.diffed = function(n) {
	m && m(n);
	var t = n.__c;
	t && t.__H && (t.__H.__h.length && B(c.push(t)), t.__H.__.some(function(n) {
		n.u && (n.__H = n.u);
	})), u$1 = r = null;
}, a$1.__c = function(n, t) {
	t.some(function(n) {
		try {
			n.__h.some(C), n.__h = n.__h.filter(function(n) {
				return !n.__ || D(n);
			});
		} catch (t) {
			n.__h = [function() {
				throw t;
			}];
		}
	}), h && h(n, t);
}, a$1.unmount = function(n) {
	s && s(n);
	var t, r, u = n.__c;
	u && u.__H && (u.__H.__.some(function(u) {
		try {
			if (u.__P && u.__c) {
				if (void 0 === r) {
					for (r = n.__; r && (!r.__c || !r.__c.__P);) r = r.__;
					r = r && r.__c;
				}
				u.__P = r, B(e.push(u));
			} else C(u);
		} catch (n) {
			t = n;
		}
	}), u.__H = void 0, t && a$1.__e(t, u.__v));
};
var k = "function" == typeof requestAnimationFrame;
function z(n) {
	var t, r = function() {
		clearTimeout(u), k && cancelAnimationFrame(t), setTimeout(n);
	}, u = setTimeout(r, 35);
	k && (t = requestAnimationFrame(r));
}
function B(n) {
	1 != n && i == a$1.requestAnimationFrame || ((i = a$1.requestAnimationFrame) || z)(g);
}
function C(n) {
	var t = r, u = n.__c;
	"function" == typeof u && (n.__c = void 0, u()), r = t;
}
function D(n) {
	var t = r;
	n.__c = n.__(), r = t;
}
function E(n, t) {
	return !n || n.length != t.length || t.some(function(t, r) {
		return !o$1(t, n[r]);
	});
}
function G(n, t) {
	return "function" == typeof t ? t(n) : t;
}

// node_modules/openapi-fetch/dist/index.mjs
const PATH_PARAM_RE = /\{[^{}]+\}/g;
const supportsRequestInitExt = () => {
	return typeof process === "object" && Number.parseInt(process?.versions?.node?.substring(0, 2)) >= 18 && process.versions.undici;
};
function randomID() {
	return Math.random().toString(36).slice(2, 11);
}
function createClient(clientOptions) {
	let { baseUrl = "", Request: CustomRequest = globalThis.Request, fetch: baseFetch = globalThis.fetch, querySerializer: globalQuerySerializer, bodySerializer: globalBodySerializer, pathSerializer: globalPathSerializer, headers: baseHeaders, requestInitExt = void 0, ...baseOptions } = { ...clientOptions };
	requestInitExt = supportsRequestInitExt() ? requestInitExt : void 0;
	baseUrl = removeTrailingSlash(baseUrl);
	const globalMiddlewares = [];
	async function coreFetch(schemaPath, fetchOptions) {
		const { baseUrl: localBaseUrl, fetch = baseFetch, Request = CustomRequest, headers, params = {}, parseAs = "json", querySerializer: requestQuerySerializer, bodySerializer = globalBodySerializer ?? defaultBodySerializer, pathSerializer: requestPathSerializer, body, middleware: requestMiddlewares = [], ...init } = fetchOptions || {};
		let finalBaseUrl = baseUrl;
		if (localBaseUrl) finalBaseUrl = removeTrailingSlash(localBaseUrl) ?? baseUrl;
		let querySerializer = typeof globalQuerySerializer === "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);
		if (requestQuerySerializer) querySerializer = typeof requestQuerySerializer === "function" ? requestQuerySerializer : createQuerySerializer({
			...typeof globalQuerySerializer === "object" ? globalQuerySerializer : {},
			...requestQuerySerializer
		});
		const pathSerializer = requestPathSerializer || globalPathSerializer || defaultPathSerializer;
		const serializedBody = body === void 0 ? void 0 : bodySerializer(body, mergeHeaders(baseHeaders, headers, params.header));
		const finalHeaders = mergeHeaders(serializedBody === void 0 || serializedBody instanceof FormData ? {} : { "Content-Type": "application/json" }, baseHeaders, headers, params.header);
		const finalMiddlewares = [...globalMiddlewares, ...requestMiddlewares];
		const requestInit = {
			redirect: "follow",
			...baseOptions,
			...init,
			body: serializedBody,
			headers: finalHeaders
		};
		let id;
		let options;
		let request = new Request(createFinalURL(schemaPath, {
			baseUrl: finalBaseUrl,
			params,
			querySerializer,
			pathSerializer
		}), requestInit);
		let response;
		for (const key in init) if (!(key in request)) request[key] = init[key];
		if (finalMiddlewares.length) {
			id = randomID();
			options = Object.freeze({
				baseUrl: finalBaseUrl,
				fetch,
				parseAs,
				querySerializer,
				bodySerializer,
				pathSerializer
			});
			for (const m of finalMiddlewares) if (m && typeof m === "object" && typeof m.onRequest === "function") {
				const result = await m.onRequest({
					request,
					schemaPath,
					params,
					options,
					id
				});
				if (result) {
					if (result instanceof Request) request = result;
					else if (result instanceof Response) {
						response = result;
						break;
					} else throw new Error("onRequest: must return new Request() or Response() when modifying the request");
				}
			}
		}
		if (!response) {
			try {
				response = await fetch(request, requestInitExt);
			} catch (error2) {
				let errorAfterMiddleware = error2;
				if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
					const m = finalMiddlewares[i];
					if (m && typeof m === "object" && typeof m.onError === "function") {
						const result = await m.onError({
							request,
							error: errorAfterMiddleware,
							schemaPath,
							params,
							options,
							id
						});
						if (result) {
							if (result instanceof Response) {
								errorAfterMiddleware = void 0;
								response = result;
								break;
							}
							if (result instanceof Error) {
								errorAfterMiddleware = result;
								continue;
							}
							throw new Error("onError: must return new Response() or instance of Error");
						}
					}
				}
				if (errorAfterMiddleware) throw errorAfterMiddleware;
			}
			if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
				const m = finalMiddlewares[i];
				if (m && typeof m === "object" && typeof m.onResponse === "function") {
					const result = await m.onResponse({
						request,
						response,
						schemaPath,
						params,
						options,
						id
					});
					if (result) {
						if (!(result instanceof Response)) throw new Error("onResponse: must return new Response() when modifying the response");
						response = result;
					}
				}
			}
		}
		const contentLength = response.headers.get("Content-Length");
		if (response.status === 204 || request.method === "HEAD" || contentLength === "0" && !response.headers.get("Transfer-Encoding")?.includes("chunked")) return response.ok ? {
			data: void 0,
			response
		} : {
			error: void 0,
			response
		};
		if (response.ok) {
			const getResponseData = async () => {
				if (parseAs === "stream") return response.body;
				if (parseAs === "json" && !contentLength) {
					const raw = await response.text();
					return raw ? JSON.parse(raw) : void 0;
				}
				return await response[parseAs]();
			};
			return {
				data: await getResponseData(),
				response
			};
		}
		let error = await response.text();
		try {
			error = JSON.parse(error);
		} catch {}
		return {
			error,
			response
		};
	}
	return {
		request(method, url, init) {
			return coreFetch(url, {
				...init,
				method: method.toUpperCase()
			});
		},
		/** Call a GET endpoint */
		GET(url, init) {
			return coreFetch(url, {
				...init,
				method: "GET"
			});
		},
		/** Call a PUT endpoint */
		PUT(url, init) {
			return coreFetch(url, {
				...init,
				method: "PUT"
			});
		},
		/** Call a POST endpoint */
		POST(url, init) {
			return coreFetch(url, {
				...init,
				method: "POST"
			});
		},
		/** Call a DELETE endpoint */
		DELETE(url, init) {
			return coreFetch(url, {
				...init,
				method: "DELETE"
			});
		},
		/** Call a OPTIONS endpoint */
		OPTIONS(url, init) {
			return coreFetch(url, {
				...init,
				method: "OPTIONS"
			});
		},
		/** Call a HEAD endpoint */
		HEAD(url, init) {
			return coreFetch(url, {
				...init,
				method: "HEAD"
			});
		},
		/** Call a PATCH endpoint */
		PATCH(url, init) {
			return coreFetch(url, {
				...init,
				method: "PATCH"
			});
		},
		/** Call a TRACE endpoint */
		TRACE(url, init) {
			return coreFetch(url, {
				...init,
				method: "TRACE"
			});
		},
		/** Register middleware */
		use(...middleware) {
			for (const m of middleware) {
				if (!m) continue;
				if (typeof m !== "object" || !("onRequest" in m || "onResponse" in m || "onError" in m)) throw new Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");
				globalMiddlewares.push(m);
			}
		},
		/** Unregister middleware */
		eject(...middleware) {
			for (const m of middleware) {
				const i = globalMiddlewares.indexOf(m);
				if (i !== -1) globalMiddlewares.splice(i, 1);
			}
		}
	};
}
function serializePrimitiveParam(name, value, options) {
	if (value === void 0 || value === null) return "";
	if (typeof value === "object") throw new Error("Deeply-nested arrays/objects aren’t supported. Provide your own `querySerializer()` to handle these.");
	return `${name}=${options?.allowReserved === true ? value : encodeURIComponent(value)}`;
}
function serializeObjectParam(name, value, options) {
	if (!value || typeof value !== "object") return "";
	const values = [];
	const joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&";
	if (options.style !== "deepObject" && options.explode === false) {
		for (const k in value) values.push(k, options.allowReserved === true ? value[k] : encodeURIComponent(value[k]));
		const final2 = values.join(",");
		switch (options.style) {
			case "form": return `${name}=${final2}`;
			case "label": return `.${final2}`;
			case "matrix": return `;${name}=${final2}`;
			default: return final2;
		}
	}
	for (const k in value) {
		const finalName = options.style === "deepObject" ? `${name}[${k}]` : k;
		values.push(serializePrimitiveParam(finalName, value[k], options));
	}
	const final = values.join(joiner);
	return options.style === "label" || options.style === "matrix" ? `${joiner}${final}` : final;
}
function serializeArrayParam(name, value, options) {
	if (!Array.isArray(value)) return "";
	if (options.explode === false) {
		const joiner2 = {
			form: ",",
			spaceDelimited: "%20",
			pipeDelimited: "|"
		}[options.style] || ",";
		const final = (options.allowReserved === true ? value : value.map((v) => encodeURIComponent(v))).join(joiner2);
		switch (options.style) {
			case "simple": return final;
			case "label": return `.${final}`;
			case "matrix": return `;${name}=${final}`;
			default: return `${name}=${final}`;
		}
	}
	const joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&";
	const values = [];
	for (const v of value) if (options.style === "simple" || options.style === "label") values.push(options.allowReserved === true ? v : encodeURIComponent(v));
	else values.push(serializePrimitiveParam(name, v, options));
	return options.style === "label" || options.style === "matrix" ? `${joiner}${values.join(joiner)}` : values.join(joiner);
}
function createQuerySerializer(options) {
	return function querySerializer(queryParams) {
		const search = [];
		if (queryParams && typeof queryParams === "object") for (const name in queryParams) {
			const value = queryParams[name];
			if (value === void 0 || value === null) continue;
			if (Array.isArray(value)) {
				if (value.length === 0) continue;
				search.push(serializeArrayParam(name, value, {
					style: "form",
					explode: true,
					...options?.array,
					allowReserved: options?.allowReserved || false
				}));
				continue;
			}
			if (typeof value === "object") {
				search.push(serializeObjectParam(name, value, {
					style: "deepObject",
					explode: true,
					...options?.object,
					allowReserved: options?.allowReserved || false
				}));
				continue;
			}
			search.push(serializePrimitiveParam(name, value, options));
		}
		return search.join("&");
	};
}
function defaultPathSerializer(pathname, pathParams) {
	let nextURL = pathname;
	for (const match of pathname.match(PATH_PARAM_RE) ?? []) {
		let name = match.substring(1, match.length - 1);
		let explode = false;
		let style = "simple";
		if (name.endsWith("*")) {
			explode = true;
			name = name.substring(0, name.length - 1);
		}
		if (name.startsWith(".")) {
			style = "label";
			name = name.substring(1);
		} else if (name.startsWith(";")) {
			style = "matrix";
			name = name.substring(1);
		}
		if (!pathParams || pathParams[name] === void 0 || pathParams[name] === null) continue;
		const value = pathParams[name];
		if (Array.isArray(value)) {
			nextURL = nextURL.replace(match, serializeArrayParam(name, value, {
				style,
				explode
			}));
			continue;
		}
		if (typeof value === "object") {
			nextURL = nextURL.replace(match, serializeObjectParam(name, value, {
				style,
				explode
			}));
			continue;
		}
		if (style === "matrix") {
			nextURL = nextURL.replace(match, `;${serializePrimitiveParam(name, value)}`);
			continue;
		}
		nextURL = nextURL.replace(match, style === "label" ? `.${encodeURIComponent(value)}` : encodeURIComponent(value));
	}
	return nextURL;
}
function defaultBodySerializer(body, headers) {
	if (body instanceof FormData) return body;
	if (headers) {
		if ((headers.get instanceof Function ? headers.get("Content-Type") ?? headers.get("content-type") : headers["Content-Type"] ?? headers["content-type"]) === "application/x-www-form-urlencoded") return new URLSearchParams(body).toString();
	}
	return JSON.stringify(body);
}
function createFinalURL(pathname, options) {
	let finalURL = `${options.baseUrl}${pathname}`;
	if (options.params?.path) finalURL = options.pathSerializer(finalURL, options.params.path);
	let search = options.querySerializer(options.params.query ?? {});
	if (search.startsWith("?")) search = search.substring(1);
	if (search) finalURL += `?${search}`;
	return finalURL;
}
function mergeHeaders(...allHeaders) {
	const finalHeaders = new Headers();
	for (const h of allHeaders) {
		if (!h || typeof h !== "object") continue;
		const iterator = h instanceof Headers ? h.entries() : Object.entries(h);
		for (const [k, v] of iterator) if (v === null) finalHeaders.delete(k);
		else if (Array.isArray(v)) for (const v2 of v) finalHeaders.append(k, v2);
		else if (v !== void 0) finalHeaders.set(k, v);
	}
	return finalHeaders;
}
function removeTrailingSlash(url) {
	if (url.endsWith("/")) return url.substring(0, url.length - 1);
	return url;
}

// page/api.ts
/** An error answer, or the absence of an answer. Its message is for people. */
var ApiFailure = class extends Error {
	/** 0 without an answer. */
	status;
	/** The contract's code; `no_answer` without an answer. */
	code;
	nextStep;
	requestId;
	/** The scope that the key lacks. */
	scope;
	retryAfterSeconds;
	constructor(message, status, code, answer) {
		super(message);
		this.status = status;
		this.code = code;
		this.nextStep = answer?.body.nextStep ?? void 0;
		this.requestId = answer?.headers.get("x-request-id") ?? void 0;
		this.scope = /scope="([^"]+)"/.exec(answer?.headers.get("www-authenticate") ?? "")?.[1];
		const seconds = answer?.headers.get("retry-after");
		this.retryAfterSeconds = seconds ? Number(seconds) : void 0;
	}
	/** Whether a write may have happened. */
	get isOutcomeUnknown() {
		return this.status === 0 || this.status === 500 || this.status === 503;
	}
};
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Creates a client of the server. A read that is refused for its rate is repeated when the server allows it. */
function createApi({ baseUrl, key, onInvalidKey, wait = pause }) {
	async function send(request) {
		for (let repetitions = 0;; repetitions += 1) {
			const failure = await attempt(request);
			if (!(failure instanceof ApiFailure)) return failure;
			if (failure.status === 401) onInvalidKey();
			if (!(request.method === "GET" && failure.code === "rate_limited" && repetitions < 3)) throw failure;
			await wait((failure.retryAfterSeconds ?? 1) * 1e3);
		}
	}
	async function attempt(request) {
		request.headers.set("X-API-Key", key);
		let response;
		try {
			response = await fetch(request.clone(), {
				credentials: "omit",
				redirect: "error",
				referrerPolicy: "no-referrer"
			});
		} catch (error) {
			if (request.signal.aborted) throw error;
			return new ApiFailure("The server does not answer.", 0, "no_answer");
		}
		if (response.ok) return response;
		const body = await response.json().catch(() => ({}));
		const message = body.message ?? `The server answers ${response.status}.`;
		return new ApiFailure(message, response.status, body.error ?? "server_error", {
			body,
			headers: response.headers
		});
	}
	return Object.assign(createClient({
		baseUrl,
		fetch: send
	}), { send });
}
/** Creates an idempotency key. `crypto.randomUUID` exists on https and localhost only. */
function newIdempotencyKey() {
	return [...crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
/** The most repetitions of a write whose outcome is unknown, and of one whose first request may still run. */
const maxRepetitions = 3;
const maxRepetitionsInProgress = 30;
/**
* Runs a write with one idempotency key, and repeats it with that key until its outcome is known, so that it happens once.
* The key may be that of an earlier call whose outcome stayed unknown.
*
* @throws ApiFailure, with `isOutcomeUnknown` after three repetitions without an outcome
*/
async function writeOnce(write, idempotencyKey = newIdempotencyKey(), wait = pause) {
	let unknown = 0;
	for (let requests = 0;; requests += 1) try {
		return await write(idempotencyKey);
	} catch (error) {
		const failure = error;
		if (failure.isOutcomeUnknown) unknown += 1;
		else if (failure.code !== "idempotency_in_progress") throw error;
		if (unknown > maxRepetitions || requests >= maxRepetitionsInProgress) throw error;
		await wait((failure.retryAfterSeconds ?? 1) * 1e3);
	}
}

// page/context.ts
const Context = U(void 0);
/** The context of a view. Views exist only within one. */
function usePage() {
	return j(Context);
}
/** Subscribes a view to changes for as long as it is shown. The newest listener is called. */
function useLive(listener) {
	const { live } = usePage();
	const newest = T(listener);
	newest.current = listener;
	A(() => live.subscribe({
		onEvent: (event) => newest.current.onEvent(event),
		onRefresh: () => newest.current.onRefresh()
	}), [live]);
}

// cli/client/read-messages.ts
/** The maximum number of characters of a message; an event has at most a tenth of it. */
const maxCharacters = 1048576;
/**
* Reads the messages of a stream of server-sent events. Our own reader, because parsers pass on only messages with data,
* and the position of a heartbeat counts, too.
*
* @throws Error for a message that is too long
*/
async function* readMessages(chunks) {
	let rest = "";
	let lines = [];
	let length = 0;
	for await (const chunk of chunks) {
		const parts = (rest + chunk).split("\n");
		rest = parts.pop();
		for (const part of parts) {
			const line = part.endsWith("\r") ? part.slice(0, -1) : part;
			length += line.length;
			if (line !== "") {
				lines.push(line);
				continue;
			}
			yield {
				id: fieldOf(lines, "id").at(-1),
				data: fieldOf(lines, "data").join("\n") || void 0
			};
			lines = [];
			length = 0;
		}
		if (length + rest.length > maxCharacters) throw new Error("a message of the stream is too long");
	}
}
/** The values of a field, in the order of the lines. */
function fieldOf(lines, name) {
	return lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
}

// page/stream.ts
const usualTimes = {
	silence: 45e3,
	hidden: 3e5,
	firstPause: 500,
	maxPause: 3e4
};
/** The number of streams without a byte after which a proxy is taken to hold them back. */
const maxSilentStreams = 2;
/**
* Passes on the events of the team until the signal, or until there can be no stream: without the scope, without a valid
* key, or behind a proxy that holds streams back. A lost connection is opened again after the last event, after a
* pause that grows, and at once when the network is back or the tab becomes visible.
*/
async function followEvents(options, until) {
	const { findPosition, open, onEvent, onGap, onState, tab, times = usualTimes } = options;
	let position;
	let losses = 0;
	let silentStreams = 0;
	while (!until.aborted) {
		let retryAfter = 0;
		const connection = new AbortController();
		const signal = AbortSignal.any([until, connection.signal]);
		const stopWatching = watchTab(tab, times.hidden, () => connection.abort("hidden"));
		try {
			if (position === void 0) {
				position = await findPosition(signal);
				onGap();
			}
			const response = await open(position, signal);
			silentStreams += 1;
			onState("live");
			for await (const { id, data } of readMessages(readText(response, connection, times.silence))) {
				losses = 0;
				silentStreams = 0;
				if (data !== void 0) onEvent(JSON.parse(data));
				if (id) position = id;
			}
		} catch (error) {
			const { status, retryAfterSeconds } = error;
			if (status === 401) return;
			if (status === 403) return onState("polling");
			if (status === 422) position = void 0;
			retryAfter = (retryAfterSeconds ?? 0) * 1e3;
		} finally {
			stopWatching();
			if (!connection.signal.aborted) connection.abort("ended");
		}
		if (until.aborted) return;
		if (silentStreams >= maxSilentStreams) return onState("polling");
		if (connection.signal.reason === "hidden") {
			onState("paused");
			await changeOf(tab, until);
			continue;
		}
		losses += 1;
		onState("lost");
		const growing = Math.min(times.firstPause * 2 ** (losses - 1), times.maxPause);
		await pauseOrChange(Math.max(retryAfter, growing * (.5 + Math.random() / 2)), tab, until);
	}
}
/** Yields the text of a stream. Aborts the connection after a silence. */
async function* readText(response, connection, silence) {
	const reader = response.body.getReader();
	const decoder = new TextDecoder();
	for (;;) {
		const timer = setTimeout(() => connection.abort("silence"), silence);
		const { done, value } = await reader.read().finally(() => clearTimeout(timer));
		if (done) return;
		yield decoder.decode(value, { stream: true });
	}
}
/** Calls back once the tab has been hidden for a time; returns the end of the watch. */
function watchTab(tab, milliseconds, onHidden) {
	let timer;
	const look = () => {
		clearTimeout(timer);
		if (tab.isHidden()) timer = setTimeout(onHidden, milliseconds);
	};
	const stop = tab.onChange(look);
	look();
	return () => {
		clearTimeout(timer);
		stop();
	};
}
/** Waits until the tab is visible or the network is back. */
function changeOf(tab, until) {
	return pauseOrChange(void 0, tab, until);
}
/** Waits for a time, or until the tab is visible or the network is back. */
function pauseOrChange(milliseconds, tab, until) {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			stop();
			until.removeEventListener("abort", end);
			resolve();
		};
		const stop = tab.onChange(() => {
			if (!tab.isHidden()) end();
		});
		const timer = milliseconds === void 0 ? void 0 : setTimeout(end, milliseconds);
		until.addEventListener("abort", end);
	});
}

// page/live.ts
/** A time after all events, at which a list is empty and its position is the present one. */
const afterAllEvents = "9999-12-31T00:00:00Z";
/** The types of events that the page shows. */
const types = [...[
	"message.received",
	"message.status",
	"otp.status"
], ...[
	"consent.changed",
	"contact.changed",
	"contact.merged"
]].join(",");
/** How often lists are read without a stream, in milliseconds. */
const pollMilliseconds = 5e3;
const tab = {
	isHidden: () => document.hidden,
	onChange(listener) {
		document.addEventListener("visibilitychange", listener);
		window.addEventListener("online", listener);
		return () => {
			document.removeEventListener("visibilitychange", listener);
			window.removeEventListener("online", listener);
		};
	}
};
/** Follows the events of the team. Without the scope for events, the lists are read regularly instead. */
function startLive(api, { baseUrl, canStream }) {
	const listeners = /* @__PURE__ */ new Set();
	const watchers = /* @__PURE__ */ new Set();
	const stopped = new AbortController();
	let state = "connecting";
	let isStarted = false;
	let poll;
	const refresh = () => {
		isStarted = true;
		for (const { onRefresh } of listeners) onRefresh();
	};
	const change = (next) => {
		if (next === state) return;
		state = next;
		if (state === "polling") startPolling();
		for (const watcher of watchers) watcher(state);
	};
	function startPolling() {
		refresh();
		poll = setInterval(() => {
			if (!document.hidden) refresh();
		}, pollMilliseconds);
	}
	if (canStream) followEvents({
		async findPosition(signal) {
			const query = {
				since: afterAllEvents,
				per_page: 1
			};
			const { data } = await api.GET("/api/events", {
				params: { query },
				signal
			});
			return data.position;
		},
		open: (position, signal) => api.send(new Request(`${baseUrl}/api/events/stream?types=${types}`, {
			headers: {
				"Last-Event-ID": position,
				Accept: "text/event-stream"
			},
			signal
		})),
		onEvent(event) {
			for (const listener of listeners) listener.onEvent(event);
		},
		onGap: refresh,
		onState: change,
		tab
	}, stopped.signal);
	else change("polling");
	return {
		get state() {
			return state;
		},
		onState(watcher) {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
		subscribe(listener) {
			listeners.add(listener);
			if (isStarted) listener.onRefresh();
			return () => listeners.delete(listener);
		},
		stop() {
			stopped.abort();
			clearInterval(poll);
		}
	};
}

// page/text.ts
/** The characters that turn the direction of all that follows. A stranger's text could make a line read as another. */
const directions = {
	"‪": "LRE",
	"‫": "RLE",
	"‬": "PDF",
	"‭": "LRO",
	"‮": "RLO",
	"⁦": "LRI",
	"⁧": "RLI",
	"⁨": "FSI",
	"⁩": "PDI"
};
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]/g;
/**
* A text of a stranger as it is shown: without control characters except line breaks and tabs, and with a visible mark in
* the place of each character that overrides the direction.
*/
function cleanText(text) {
	return text.replaceAll("\r\n", "\n").replaceAll(controls, "").replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (character) => `⟦${directions[character]}⟧`);
}
/** A text of a stranger in one line, for titles and labels. */
const cleanLine = (text) => cleanText(text).replaceAll(/\s+/g, " ").trim();
/**
* Divides a text into words that are addresses of the web and all that is between them. An address is one only if it is
* `http` or `https`, has no user name, and is shown as it is opened.
*/
function divideAtLinks(text) {
	const parts = [];
	let end = 0;
	for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'⟦⟧]+/gi)) {
		const shown = match[0].replace(/[.,;:!?)\]}]+$/, "");
		const url = URL.parse(shown);
		if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") continue;
		if (match.index > end) parts.push({ text: text.slice(end, match.index) });
		parts.push({
			text: shown,
			href: url.href
		});
		end = match.index + shown.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end) });
	return parts;
}

// page/time.ts
/** Formats a timestamp of the API in a zone, by default that of the browser. Days end at midnight of that zone. */
function showTime(timestamp, now = /* @__PURE__ */ new Date(), timeZone) {
	const time = new Date(timestamp);
	const format = (options, date = time) => formatterOf({
		timeZone,
		...options
	}).format(date);
	const dayOf = (date) => format({
		year: "numeric",
		month: "2-digit",
		day: "2-digit"
	}, date);
	const isThisYear = format({ year: "numeric" }) === format({ year: "numeric" }, now);
	const day = dayOf(time) === dayOf(now) ? "Today" : dayOf(time) === dayBefore(now, dayOf) ? "Yesterday" : format({
		weekday: "short",
		day: "numeric",
		month: "short",
		...!isThisYear && { year: "numeric" }
	});
	return {
		short: format({
			hour: "2-digit",
			minute: "2-digit",
			hourCycle: "h23"
		}),
		day,
		full: `${format({
			dateStyle: "full",
			timeStyle: "long"
		})} (${timestamp} UTC)`.replace("Z UTC", " UTC")
	};
}
const formatters = /* @__PURE__ */ new Map();
/** Keeps formatters, because making one takes longer than a hundred uses. */
function formatterOf(options) {
	const name = JSON.stringify(options);
	const formatter = formatters.get(name) ?? new Intl.DateTimeFormat("en", options);
	formatters.set(name, formatter);
	return formatter;
}
/** The day before that of `now`. A day may have 23 or 25 hours, so its end is searched in steps of six hours. */
function dayBefore(now, dayOf) {
	const today = dayOf(now);
	let earlier = now;
	while (dayOf(earlier) === today) earlier = /* @__PURE__ */ new Date(earlier.getTime() - 216e5);
	return dayOf(earlier);
}

// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var f = Symbol.for("pv");
var o = 0;
var u = Array.isArray;
function a(t, e, n$1, u, a, i) {
	e || (e = {});
	var c, l, p = e;
	if ("ref" in p && "function" != typeof t) for (l in p = {}, e) "ref" == l ? c = e[l] : p[l] = e[l];
	var s = {
		type: t,
		props: p,
		key: n$1,
		ref: c,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: f,
		__v: --o,
		__i: -1,
		__u: 0
	};
	return (a || i) && (s.__source = a, s.__self = i), n.vnode && n.vnode(s), s;
}

// page/parts.tsx
/** A name or a line of a stranger. Its direction does not affect its surroundings. */
function Name({ value }) {
	return /* @__PURE__ */ a("bdi", { children: cleanLine(value) });
}
/** The body of a text, with its line breaks. */
function Body({ value }) {
	return /* @__PURE__ */ a("p", {
		class: "body",
		dir: "auto",
		children: cleanText(value)
	});
}
/** The body of a text of one's own app, with links to its addresses. */
function LinkedBody({ value }) {
	return /* @__PURE__ */ a("p", {
		class: "body",
		dir: "auto",
		children: divideAtLinks(cleanText(value)).map(({ text, href }) => href === void 0 ? text : /* @__PURE__ */ a("a", {
			href,
			target: "_blank",
			rel: "noopener noreferrer",
			title: href,
			children: text
		}))
	});
}
/** A time of day. The full time, the zone and UTC are in its title. */
function Time({ value }) {
	const { short, full } = showTime(value);
	return /* @__PURE__ */ a("time", {
		dateTime: value,
		title: full,
		children: short
	});
}
const icons = {
	queued: "◌",
	sending: "◌",
	sent: "✓",
	delivered: "✓✓",
	read: "✓✓",
	undelivered: "!",
	failed: "!"
};
/** A delivery status as text with an icon. */
function StatusText({ status, errorCode }) {
	return /* @__PURE__ */ a("span", {
		class: `small status-${status}`,
		children: [
			/* @__PURE__ */ a("span", {
				"aria-hidden": "true",
				children: [icons[status] ?? "·", " "]
			}),
			status,
			errorCode ? ` (${errorCode})` : ""
		]
	});
}
/** An error of the API: what happened, what to do, and the id of the request. */
function FailureNote({ failure, children }) {
	return /* @__PURE__ */ a("div", {
		class: "failure stack",
		role: "alert",
		children: [
			/* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("strong", { children: cleanLine(failure.message) }) }),
			failure.nextStep && /* @__PURE__ */ a("p", { children: cleanLine(failure.nextStep) }),
			/* @__PURE__ */ a("p", {
				class: "small",
				children: [
					failure.code,
					failure.scope && ` · needs ${failure.scope}`,
					failure.requestId && ` · request ${failure.requestId}`
				]
			}),
			children
		]
	});
}
/** Copies a text, and says so for two seconds. */
function CopyButton({ text, label }) {
	const [told, setTold] = d();
	A(() => {
		if (told === void 0) return;
		const timer = setTimeout(() => setTold(void 0), 2e3);
		return () => clearTimeout(timer);
	}, [told]);
	const copy = async () => setTold(await copyText(text) ? "Copied" : "Not copied: select it instead");
	return /* @__PURE__ */ a("button", {
		type: "button",
		class: "small",
		onClick: copy,
		children: /* @__PURE__ */ a("span", {
			"aria-live": "polite",
			children: told ?? label
		})
	});
}
/** Copies a text. The clipboard exists on https and localhost only; elsewhere a field is selected and copied. */
async function copyText(text) {
	if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
	const field = document.createElement("textarea");
	field.value = text;
	document.body.append(field);
	field.select();
	const isCopied = document.execCommand("copy");
	field.remove();
	return isCopied;
}

// page/session.ts
/** The scopes that the page uses. A key with more can do more than it needs here. */
const pageScopes = [...[
	"messages:read",
	"messages:send",
	"contacts:read",
	"contacts:write"
], ...[
	"numbers:read",
	"events:read",
	"simulator:use"
]];
const keyName = "messaging.key";
const modeName = "messaging.mode";
/**
* Removes a key from the address, at once and without an entry in the history, and keeps it for the tab. Returns whether there
* was one.
*/
function takeKeyOfAddress(address, history, store) {
	const key = new URLSearchParams(address.hash.slice(1)).get("key");
	if (key === null) return false;
	history.replaceState(null, "", address.pathname + address.search);
	if (key.trim() !== "") keepCredentials(readCredentials(key), store);
	return true;
}
/** Reads a key as people paste it. The suffix selects test mode. */
function readCredentials(given) {
	const key = given.trim();
	return {
		apiKey: key.replace(/_test$/, ""),
		testMode: key.endsWith("_test")
	};
}
/** The credentials that the tab has kept. */
function findCredentials(store) {
	const apiKey = store.getItem(keyName);
	return apiKey === null ? void 0 : {
		apiKey,
		testMode: store.getItem(modeName) === "test"
	};
}
function keepCredentials({ apiKey, testMode }, store) {
	store.setItem(keyName, apiKey);
	store.setItem(modeName, testMode ? "test" : "live");
}
function forgetCredentials(store) {
	store.removeItem(keyName);
	store.removeItem(modeName);
}
/** The value of the header: the suffix selects test mode. A key that is for test mode alone works with it, too. */
const headerOf = ({ apiKey, testMode }) => testMode ? `${apiKey}_test` : apiKey;

// page/shortcuts.ts
const storageName = "messaging.shortcuts";
/** Whether single keys act. People who speak to their computer can switch them off. */
const areShortcutsOn = () => localStorage.getItem(storageName) !== "off";
const switchShortcuts = (on) => localStorage.setItem(storageName, on ? "on" : "off");
/** Lets single keys act for as long as the component is shown, except while a field has the focus. */
function useShortcuts(shortcuts) {
	const newest = T(shortcuts);
	newest.current = shortcuts;
	A(() => {
		const listen = (event) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !areShortcutsOn()) return;
			if (event.target.matches("input, textarea, select, [contenteditable]") && event.key !== "Escape") return;
			const act = newest.current[event.key];
			if (act && act() !== false) event.preventDefault();
		};
		document.addEventListener("keydown", listen);
		return () => document.removeEventListener("keydown", listen);
	}, []);
}

// page/frame.tsx
/** The frame of every view: checks the key, follows the events, and shows the head of the page. */
function Frame({ baseUrl, header, testMode, view: View, onTestMode, onSignOut }) {
	const [page, setPage] = d();
	const [failure, setFailure] = d();
	const [attempt, setAttempt] = d(0);
	const { spoken, announce } = useAnnouncer();
	A(() => {
		let opened;
		let isShown = true;
		const api = createApi({
			baseUrl,
			key: header,
			onInvalidKey: () => onSignOut("This key is not valid any more.")
		});
		api.GET("/api/key").then(({ data }) => {
			if (!isShown) return;
			opened = openPage(api, baseUrl, data, announce);
			setPage(opened);
		}, (error) => isShown && setFailure(error));
		return () => {
			isShown = false;
			opened?.live.stop();
		};
	}, [header, attempt]);
	if (!page) {
		if (!failure) return /* @__PURE__ */ a("p", {
			class: "opening quiet",
			children: "Opening…"
		});
		const retry = () => {
			setFailure(void 0);
			setAttempt(attempt + 1);
		};
		return /* @__PURE__ */ a("main", {
			class: "sign-in stack",
			children: /* @__PURE__ */ a(FailureNote, {
				failure,
				children: /* @__PURE__ */ a("button", {
					type: "button",
					onClick: retry,
					children: "Try again"
				})
			})
		});
	}
	return /* @__PURE__ */ a(Context.Provider, {
		value: page,
		children: [
			/* @__PURE__ */ a("header", {
				class: "head",
				children: [
					/* @__PURE__ */ a("nav", {
						"aria-label": "Views",
						children: [
							/* @__PURE__ */ a("img", {
								src: "page.svg",
								alt: "",
								width: "24",
								height: "24"
							}),
							page.can("messages:read") && /* @__PURE__ */ a(ViewLink, {
								path: "inbox",
								children: "Inbox"
							}),
							page.can("simulator:use") && /* @__PURE__ */ a(ViewLink, {
								path: "phone",
								children: "Phone"
							}),
							/* @__PURE__ */ a("a", {
								href: "docs",
								children: "Reference"
							})
						]
					}),
					/* @__PURE__ */ a(StateLine, { page }),
					/* @__PURE__ */ a(Account, {
						page,
						testMode,
						onTestMode,
						onSignOut: () => onSignOut()
					})
				]
			}),
			/* @__PURE__ */ a(View, {}),
			/* @__PURE__ */ a("p", {
				class: "unseen",
				"aria-live": "polite",
				children: spoken
			})
		]
	});
}
function openPage(api, baseUrl, key, announce) {
	const can = (scope) => key.scopes.includes(scope);
	return {
		api,
		baseUrl,
		key,
		can,
		announce,
		live: startLive(api, {
			baseUrl,
			canStream: can("events:read")
		})
	};
}
/** Speaks at most once in two seconds, and then the newest text. */
function useAnnouncer() {
	const [spoken, setSpoken] = d("");
	const state = T({});
	function announce(text) {
		const { current } = state;
		current.next = text;
		if (current.timer !== void 0) return;
		const speak = () => {
			delete current.timer;
			if (current.next === void 0) return;
			setSpoken(current.next);
			delete current.next;
			current.timer = window.setTimeout(speak, 2e3);
		};
		speak();
	}
	return {
		spoken,
		announce
	};
}
function ViewLink({ path, children }) {
	const isCurrent = location.pathname.endsWith(`/${path}`);
	return /* @__PURE__ */ a("a", {
		href: path,
		"aria-current": isCurrent ? "page" : void 0,
		children
	});
}
const stateTexts = {
	connecting: "Connecting…",
	live: "Live",
	lost: "Connection lost. Connecting again…",
	paused: "Paused",
	polling: "Updated every few seconds"
};
function StateLine({ page: { live } }) {
	const [state, setState] = d(live.state);
	A(() => {
		setState(live.state);
		return live.onState(setState);
	}, [live]);
	return /* @__PURE__ */ a("p", {
		class: `state small quiet state-${state}`,
		role: "status",
		children: stateTexts[state]
	});
}
/** The team, the mode and the rights of the key. */
function Account({ page: { key }, testMode, onTestMode, onSignOut }) {
	const [shortcuts, setShortcuts] = d(areShortcutsOn);
	const extra = key.scopes.filter((scope) => !pageScopes.includes(scope));
	const expiry = key.expiresAt ? showTime(key.expiresAt) : void 0;
	return /* @__PURE__ */ a("details", {
		class: "account",
		children: [/* @__PURE__ */ a("summary", { children: [/* @__PURE__ */ a(Name, { value: key.team }), key.testMode && /* @__PURE__ */ a("span", {
			class: "mode",
			children: "test mode"
		})] }), /* @__PURE__ */ a("div", {
			class: "panel",
			children: [
				/* @__PURE__ */ a("dl", { children: [
					/* @__PURE__ */ a("dt", { children: "Key" }),
					/* @__PURE__ */ a("dd", { children: key.name ? /* @__PURE__ */ a(Name, { value: key.name }) : "without a name" }),
					/* @__PURE__ */ a("dt", { children: "Mode" }),
					/* @__PURE__ */ a("dd", { children: key.mode === "any" ? "live and test" : key.mode }),
					/* @__PURE__ */ a("dt", { children: "Expires" }),
					/* @__PURE__ */ a("dd", { children: expiry ? /* @__PURE__ */ a("time", {
						title: expiry.full,
						children: `${expiry.day}, ${expiry.short}`
					}) : "never" }),
					/* @__PURE__ */ a("dt", { children: "Scopes" }),
					/* @__PURE__ */ a("dd", { children: key.scopes.join(", ") })
				] }),
				extra.length > 0 && /* @__PURE__ */ a("p", {
					class: "hint small",
					children: [
						"This key can do more than the page needs. Make a smaller one:",
						" ",
						/* @__PURE__ */ a("code", { children: "cli/messaging keys create --team NAME --for page" })
					]
				}),
				key.mode === "any" && /* @__PURE__ */ a("label", {
					class: "row",
					children: [/* @__PURE__ */ a("input", {
						type: "checkbox",
						checked: testMode,
						onChange: (event) => onTestMode(event.currentTarget.checked)
					}), "Test mode"]
				}),
				/* @__PURE__ */ a("label", {
					class: "row",
					children: [/* @__PURE__ */ a("input", {
						type: "checkbox",
						checked: shortcuts,
						onChange: ({ currentTarget: { checked } }) => {
							switchShortcuts(checked);
							setShortcuts(checked);
						}
					}), "Keyboard shortcuts"]
				}),
				/* @__PURE__ */ a("button", {
					type: "button",
					onClick: onSignOut,
					children: "Log out"
				})
			]
		})]
	});
}

// page/inbox/inbox.tsx
/** The conversations of the team. */
function Inbox() {
	return /* @__PURE__ */ a("main", { children: /* @__PURE__ */ a("h1", { children: "Inbox" }) });
}

// page/shortcut-help.tsx
/** Lets the keys of a view act, and lists them in a dialog for `?`. */
function ShortcutHelp({ shortcuts }) {
	const dialog = T(null);
	const listed = [...shortcuts, {
		key: "?",
		does: "This list",
		act: () => dialog.current.showModal()
	}];
	useShortcuts({
		...Object.fromEntries(listed.map(({ key, act }) => [key, () => !dialog.current.open && act()])),
		Escape: () => dialog.current.open ? false : document.activeElement.blur()
	});
	return /* @__PURE__ */ a("dialog", {
		ref: dialog,
		"aria-labelledby": "shortcuts",
		class: "help",
		children: [
			/* @__PURE__ */ a("h2", {
				id: "shortcuts",
				children: "Keyboard"
			}),
			/* @__PURE__ */ a("dl", { children: listed.map(({ key, does }) => /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("dt", { children: /* @__PURE__ */ a("kbd", { children: key }) }, key), /* @__PURE__ */ a("dd", { children: does })] })) }),
			/* @__PURE__ */ a("form", {
				method: "dialog",
				children: /* @__PURE__ */ a("button", {
					type: "submit",
					children: "Close"
				})
			})
		]
	});
}

// page/phone/app-panel.tsx
/** The other side of the conversation: sends a text as the app does, and shows how an app sends one. */
function AppPanel({ phone, onSent }) {
	const { can } = usePage();
	return /* @__PURE__ */ a("section", {
		class: "app stack",
		"aria-label": "Your app",
		children: [can("messages:send") && /* @__PURE__ */ a(SendText, {
			phone,
			onSent
		}, phone), /* @__PURE__ */ a(Connect, { phone })]
	});
}
function SendText({ phone, onSent }) {
	const { api } = usePage();
	const [to, setTo] = d(phone);
	const [text, setText] = d("Hello from Messaging");
	const [failure, setFailure] = d();
	const [isSending, setSending] = d(false);
	const [idempotencyKey, setIdempotencyKey] = d(newIdempotencyKey);
	async function send(event) {
		event.preventDefault();
		setFailure(void 0);
		setSending(true);
		try {
			await writeOnce((key) => api.POST("/api/text", {
				params: { header: { "Idempotency-Key": key } },
				body: {
					phone_number: to.replaceAll(/[\s()-]/g, ""),
					message: text
				}
			}), idempotencyKey);
			setIdempotencyKey(newIdempotencyKey());
			onSent(to.replaceAll(/[\s()-]/g, ""));
		} catch (error) {
			const refusal = error;
			setFailure(refusal);
			if (!refusal.isOutcomeUnknown) setIdempotencyKey(newIdempotencyKey());
		}
		setSending(false);
	}
	const change = (set) => (event) => {
		set(event.currentTarget.value);
		setIdempotencyKey(newIdempotencyKey());
	};
	return /* @__PURE__ */ a("form", {
		class: "card",
		onSubmit: send,
		children: [
			/* @__PURE__ */ a("h2", { children: "Send a text" }),
			/* @__PURE__ */ a("label", {
				for: "to",
				children: "To"
			}),
			/* @__PURE__ */ a("input", {
				id: "to",
				type: "tel",
				autocomplete: "off",
				value: to,
				onInput: change(setTo)
			}),
			/* @__PURE__ */ a("label", {
				for: "text",
				children: "Text"
			}),
			/* @__PURE__ */ a("textarea", {
				id: "text",
				rows: 3,
				value: text,
				onInput: change(setText)
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			/* @__PURE__ */ a("button", {
				type: "submit",
				class: "primary",
				disabled: isSending,
				children: failure?.isOutcomeUnknown ? "Send again" : "Send text"
			})
		]
	});
}
/** Lines that send a text from a shell or a program. The key is never shown, so they read it from the environment. */
function Connect({ phone }) {
	const { baseUrl } = usePage();
	const ways = [
		{
			name: "curl",
			lines: `curl ${baseUrl}/api/text \\\n  -H "X-API-Key: $MESSAGING_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify({
				phone_number: phone,
				message: "Your code is 493817"
			})}'`
		},
		{
			name: "TypeScript",
			lines: `import createClient from "openapi-fetch";\nimport type { paths } from "./messaging.d.ts";\n\nconst api = createClient<paths>({\n  baseUrl: "${baseUrl}",\n  headers: { "X-API-Key": process.env.MESSAGING_API_KEY },\n});\nawait api.POST("/api/text", {\n  body: { phone_number: "${phone}", message: "Hello" },\n});`
		},
		{
			name: "Command line",
			lines: `messaging send ${phone} "Hello"`
		}
	];
	return /* @__PURE__ */ a("div", {
		class: "card",
		children: [
			/* @__PURE__ */ a("h2", { children: "Connect your app" }),
			ways.map(({ name, lines }) => /* @__PURE__ */ a("details", {
				open: name === "curl",
				children: [
					/* @__PURE__ */ a("summary", { children: name }),
					/* @__PURE__ */ a("pre", {
						tabIndex: 0,
						children: /* @__PURE__ */ a("code", { children: lines })
					}),
					/* @__PURE__ */ a(CopyButton, {
						text: lines,
						label: `Copy ${name}`
					})
				]
			}, name)),
			/* @__PURE__ */ a("p", {
				class: "quiet",
				children: ["All languages: ", /* @__PURE__ */ a("a", {
					href: "docs",
					children: "reference"
				})]
			})
		]
	});
}

// page/store.ts
/** The order of delivery statuses. Those of one rank exclude each other, and the first of them stays. */
const ranks = {
	queued: 0,
	sending: 1,
	sent: 2,
	delivered: 3,
	undelivered: 3,
	failed: 3,
	read: 4
};
/**
* The later of two delivery statuses, which may arrive in any order. A status never goes back, the first final status
* stays, and only a delivered text is read.
*/
function laterStatus(known, reported) {
	const [from, to] = [ranks[known], ranks[reported]];
	if (from === void 0 || to === void 0 || to <= from) return known;
	return reported === "read" && from === 3 && known !== "delivered" ? known : reported;
}
/** Whether the status can still change without the recipient's doing. */
const isOnItsWay = (status) => (ranks[status] ?? 3) < 3;
/**
* Joins rows with new versions of them and new ones, the oldest first. `merge` joins two versions of a row. Timestamps are
* compared as strings, because they have a fixed width, and a Date would lose the microseconds.
*/
function mergeRows(known, arrived, merge) {
	const rows = new Map(known.map((row) => [row.id, row]));
	for (const row of arrived) {
		const before = rows.get(row.id);
		rows.set(row.id, before ? merge(before, row) : row);
	}
	return [...rows.values()].sort(byTime);
}
const byTime = (a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

// page/phone/handsets.ts
const noHandsets = {
	texts: [],
	replies: [],
	notes: []
};
/** Adds texts, or newer versions of them. A status never goes back. */
function addTexts(handsets, arrived) {
	const texts = mergeRows(handsets.texts, arrived, (known, reported) => {
		const status = laterStatus(known.status, reported.status);
		return {
			...reported,
			status,
			errorCode: status === reported.status ? reported.errorCode : known.errorCode
		};
	});
	return {
		...handsets,
		texts: texts.slice(-1e3)
	};
}
function addReplies(handsets, arrived) {
	return {
		...handsets,
		replies: mergeRows(handsets.replies, arrived, (known) => known).slice(-1e3)
	};
}
function addNote(handsets, note) {
	return {
		...handsets,
		notes: mergeRows(handsets.notes, [note], (known) => known).slice(-1e3)
	};
}
/** Raises the status of a text; undefined if the text is not known. */
function raiseStatus(handsets, id, status, errorCode) {
	const text = handsets.texts.find((each) => each.id === id);
	return text && addTexts(handsets, [{
		...text,
		status,
		errorCode
	}]);
}
/** The screen of a handset. Timestamps are compared as strings, because they have a fixed width. */
function screenOf({ texts, replies, notes }, phone) {
	return [
		...texts.filter(({ to }) => to === phone).map((text) => ({
			kind: "text",
			...timeOf(text),
			text
		})),
		...replies.filter(({ from }) => from === phone).map((reply) => ({
			kind: "reply",
			...timeOf(reply),
			reply
		})),
		...notes.filter((note) => note.phone === phone).map((note) => ({
			kind: "note",
			...timeOf(note),
			note
		}))
	].sort((a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0);
}
const timeOf = ({ createdAt }) => ({ createdAt });
/** The handsets that have a text, the newest first, and then those that were added on the page. */
function listHandsets({ texts, replies }, added) {
	const newest = /* @__PURE__ */ new Map();
	const note = (phone, last, lastAt) => {
		const before = newest.get(phone)?.lastAt;
		if (before === void 0 || before <= lastAt) newest.set(phone, {
			phone,
			last,
			lastAt
		});
	};
	for (const { to, text, createdAt } of texts) note(to, text, createdAt);
	for (const { from, text, createdAt } of replies) note(from, text, createdAt);
	const listed = [...newest.values()].sort((a, b) => a.lastAt < b.lastAt ? 1 : -1);
	const empty = added.filter((phone) => !newest.has(phone));
	return [...listed, ...empty.map((phone) => ({
		phone,
		last: void 0,
		lastAt: void 0
	}))];
}
/** The handset of a newcomer. */
const firstHandset = "+12025550123";
/** A free number of those that belong to nobody: +1 202 555 0101 to 0199. The numbers of the team are not free. */
function newNumber(taken) {
	return Array.from({ length: 99 }, (_, index) => `+120255501${String(index + 1).padStart(2, "0")}`).find((number) => !taken.has(number));
}
/** The recipient whose texts wait for a status. */
const waitingRecipient = "+15005550005";
/** The recipients of the simulated carrier that do something by themselves. */
const magicRecipients = [
	{
		phone: "+15005550001",
		does: "refuses the text"
	},
	{
		phone: "+15005550002",
		does: "is never reached"
	},
	{
		phone: "+15005550004",
		does: "has opted out"
	},
	{
		phone: waitingRecipient,
		does: "waits for your status"
	},
	{
		phone: "+15005550006",
		does: "answers YES"
	},
	{
		phone: "+15005550009",
		does: "gets 12345678 in test mode"
	}
];

// page/phone/reply-box.tsx
/** Answers as the person with the handset. */
function ReplyBox({ phone, partners, onReply }) {
	const { api, can, key } = usePage();
	const [text, setText] = d("");
	const [partner, setPartner] = d();
	const [failure, setFailure] = d();
	const [isSending, setSending] = d(false);
	const to = partner ?? partners[0];
	async function reply(words) {
		if (to === void 0 || words.trim() === "" || isSending) return;
		setFailure(void 0);
		setSending(true);
		try {
			await writeOnce((idempotencyKey) => api.POST("/api/simulator/replies", {
				params: { header: { "Idempotency-Key": idempotencyKey } },
				body: {
					from: phone,
					to,
					text: words
				}
			}));
			if (words === text) setText("");
			if (!can("events:read")) onReply({
				id: newIdempotencyKey(),
				from: phone,
				to,
				text: words,
				...now()
			});
		} catch (error) {
			setFailure(error);
		}
		setSending(false);
	}
	return /* @__PURE__ */ a("form", {
		class: "reply stack",
		onSubmit: (event) => {
			event.preventDefault();
			reply(text);
		},
		children: [
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			partners.length > 1 && /* @__PURE__ */ a("label", {
				class: "row quiet small",
				children: ["Answer", /* @__PURE__ */ a("select", {
					"aria-label": "Business number",
					value: to,
					onChange: (event) => setPartner(event.currentTarget.value),
					children: partners.map((number) => /* @__PURE__ */ a("option", { children: number }, number))
				})]
			}),
			/* @__PURE__ */ a("p", {
				class: "row",
				children: [
					"STOP",
					"START",
					"HELP"
				].map((word) => /* @__PURE__ */ a("button", {
					type: "button",
					class: "small",
					disabled: to === void 0,
					onClick: () => reply(word),
					children: word
				}, word))
			}),
			/* @__PURE__ */ a("div", {
				class: "row",
				children: [
					/* @__PURE__ */ a("label", {
						class: "unseen",
						for: "reply",
						children: ["Reply as ", phone]
					}),
					/* @__PURE__ */ a("textarea", {
						id: "reply",
						rows: 1,
						maxLength: 1600,
						placeholder: to === void 0 ? "No number to answer" : key.testMode ? "Reply (test mode)" : "Reply",
						value: text,
						disabled: to === void 0,
						onInput: (event) => setText(event.currentTarget.value),
						onKeyDown: (event) => {
							if (event.key === "Escape") event.currentTarget.blur();
							if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
							event.preventDefault();
							reply(text);
						}
					}),
					/* @__PURE__ */ a("button", {
						type: "submit",
						class: "primary",
						disabled: to === void 0 || isSending,
						children: "Reply"
					})
				]
			})
		]
	});
}
/** The present time in the form of the API, for a reply that the page adds itself. */
const now = () => ({ createdAt: (/* @__PURE__ */ new Date()).toISOString().replace("Z", "000Z") });

// page/phone/handset.tsx
/** A handset: its screen, and a box to answer with. */
function Handset({ phone, handsets, isLoaded, numbers, onReply }) {
	const entries = screenOf(handsets, phone);
	const screen = T(null);
	A(() => {
		screen.current?.scrollTo({ top: screen.current.scrollHeight });
	}, [entries.length]);
	const does = magicRecipients.find((each) => each.phone === phone)?.does;
	const consent = handsets.notes.findLast((note) => note.phone === phone)?.consent;
	const partners = [.../* @__PURE__ */ new Set([
		...handsets.texts.filter(({ to }) => to === phone).map(({ from }) => from),
		...numbers.filter(({ isPrimary }) => isPrimary).map(({ phoneNumber }) => phoneNumber),
		...numbers.map(({ phoneNumber }) => phoneNumber)
	])];
	return /* @__PURE__ */ a("section", {
		class: "handset",
		"aria-label": `Handset ${phone}`,
		children: [
			/* @__PURE__ */ a("header", { children: [/* @__PURE__ */ a("h2", { children: phone }), /* @__PURE__ */ a("span", {
				class: "quiet small",
				children: does ?? (consent === "opted_out" ? "has opted out" : "simulated handset")
			})] }),
			/* @__PURE__ */ a("ol", {
				ref: screen,
				class: "screen",
				tabIndex: 0,
				"aria-label": "Texts",
				children: [entries.map((entry, index) => /* @__PURE__ */ a(Line, {
					entry,
					before: entries[index - 1]
				}, keyOf(entry))), entries.length === 0 && /* @__PURE__ */ a("li", {
					class: "empty quiet",
					children: isLoaded ? "No texts yet. What your app sends to this number appears here." : "Loading…"
				})]
			}),
			/* @__PURE__ */ a(ReplyBox, {
				phone,
				partners,
				onReply
			})
		]
	});
}
const keyOf = (entry) => entry.kind === "text" ? entry.text.id : entry.kind === "reply" ? entry.reply.id : entry.note.id;
/** A line of the screen, after the day if that is another than before. */
function Line({ entry, before }) {
	const { day } = showTime(entry.createdAt);
	return /* @__PURE__ */ a($, { children: [
		(before === void 0 || showTime(before.createdAt).day !== day) && /* @__PURE__ */ a("li", {
			class: "day quiet small",
			children: day
		}),
		entry.kind === "text" && /* @__PURE__ */ a(TextLine, { text: entry.text }),
		entry.kind === "reply" && /* @__PURE__ */ a("li", {
			class: "bubble own stack",
			children: [
				/* @__PURE__ */ a("span", {
					class: "unseen",
					children: "You: "
				}),
				/* @__PURE__ */ a(Body, { value: entry.reply.text }),
				/* @__PURE__ */ a("p", {
					class: "row quiet small",
					children: /* @__PURE__ */ a(Time, { value: entry.createdAt })
				})
			]
		}),
		entry.kind === "note" && /* @__PURE__ */ a("li", {
			class: "day note small",
			children: entry.note.consent === "opted_out" ? "Opted out of texts" : "Opted in again"
		})
	] });
}
/** What can still happen to a text. Other recipients than the waiting one get their texts by themselves. */
function playableOf({ to, status }) {
	const fail = {
		label: "Fail",
		status: "failed",
		errorCode: "30008"
	};
	if (to === "+15005550005" && isOnItsWay(status)) return [{
		label: "Deliver",
		status: "delivered"
	}, fail];
	return status === "delivered" ? [{
		label: "Read",
		status: "read"
	}] : [];
}
/** A text to the handset, with its passcode and its status, and buttons for what the carrier reports next. */
function TextLine({ text }) {
	const { api } = usePage();
	const [failure, setFailure] = d();
	function play({ status, errorCode }) {
		setFailure(void 0);
		const body = {
			status,
			...errorCode && { errorCode }
		};
		writeOnce((idempotencyKey) => api.POST("/api/simulator/texts/{id}/status", {
			params: {
				path: { id: text.id },
				header: { "Idempotency-Key": idempotencyKey }
			},
			body
		})).catch(setFailure);
	}
	return /* @__PURE__ */ a("li", {
		class: "bubble stack",
		children: [
			/* @__PURE__ */ a("span", {
				class: "unseen",
				children: [
					"From ",
					/* @__PURE__ */ a(Name, { value: text.from }),
					":",
					" "
				]
			}),
			/* @__PURE__ */ a(LinkedBody, { value: text.text }),
			text.code !== null && /* @__PURE__ */ a("p", {
				class: "code row",
				children: [/* @__PURE__ */ a("code", { children: text.code }), /* @__PURE__ */ a(CopyButton, {
					text: text.code,
					label: "Copy code"
				})]
			}),
			/* @__PURE__ */ a("p", {
				class: "row quiet small",
				children: [
					/* @__PURE__ */ a(Time, { value: text.createdAt }),
					/* @__PURE__ */ a(StatusText, {
						status: text.status,
						errorCode: text.errorCode
					}),
					playableOf(text).map((each) => /* @__PURE__ */ a("button", {
						type: "button",
						class: "small",
						onClick: () => play(each),
						children: each.label
					}, each.label))
				]
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure })
		]
	});
}

// page/phone/handset-list.tsx
/** The handsets, the special numbers of the simulated carrier, and a button for a new number. */
function HandsetList({ listed, chosen, onChoose, onAdd }) {
	const special = magicRecipients.filter(({ phone }) => !listed.some((each) => each.phone === phone));
	const doesOf = (phone) => magicRecipients.find((each) => each.phone === phone)?.does;
	return /* @__PURE__ */ a("nav", {
		class: "handsets stack",
		"aria-label": "Handsets",
		children: [
			/* @__PURE__ */ a("div", {
				class: "row spread",
				children: [/* @__PURE__ */ a("h2", { children: "Handsets" }), /* @__PURE__ */ a("button", {
					type: "button",
					class: "small",
					onClick: onAdd,
					children: "New number"
				})]
			}),
			/* @__PURE__ */ a("ul", {
				class: "stack",
				children: listed.map(({ phone, last, lastAt }) => /* @__PURE__ */ a(Item, {
					phone,
					chosen,
					onChoose,
					children: [/* @__PURE__ */ a("span", {
						class: "line",
						children: [/* @__PURE__ */ a(Name, { value: phone }), lastAt && /* @__PURE__ */ a(Time, { value: lastAt })]
					}), /* @__PURE__ */ a("span", {
						class: "last quiet small",
						children: last === void 0 ? doesOf(phone) ?? "no texts yet" : /* @__PURE__ */ a(Name, { value: last })
					})]
				}, phone))
			}),
			special.length > 0 && /* @__PURE__ */ a("h2", { children: "Special numbers" }),
			/* @__PURE__ */ a("ul", {
				class: "stack",
				children: special.map(({ phone, does }) => /* @__PURE__ */ a(Item, {
					phone,
					chosen,
					onChoose,
					children: [/* @__PURE__ */ a("span", {
						class: "line",
						children: phone
					}), /* @__PURE__ */ a("span", {
						class: "last quiet small",
						children: does
					})]
				}, phone))
			})
		]
	});
}
function Item({ phone, chosen, onChoose, children }) {
	return /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", {
		type: "button",
		"aria-current": phone === chosen ? "true" : void 0,
		onClick: () => onChoose(phone),
		children
	}) });
}

// page/phone/use-handsets.ts
/** The seconds that the server holds a request for texts. */
const waitSeconds = 10;
/** Pages of a list after a long absence. The server keeps a thousand texts of a team. */
const maxPages = 10;
/** What the handsets show, kept current by one held request for texts and by events for all else. */
function useHandsets() {
	const page = usePage();
	const [handsets, setHandsets] = d(noHandsets);
	const [isLoaded, setLoaded] = d(false);
	const [failure, setFailure] = d();
	const add = (texts) => setHandsets((known) => addTexts(known, texts));
	const addReply = (reply) => setHandsets((known) => addReplies(known, [reply]));
	async function refresh() {
		try {
			add(await readTexts(page));
			setFailure(void 0);
			setLoaded(true);
		} catch (error) {
			if (error.status >= 400) setFailure(error);
		}
	}
	useLive({
		onRefresh: refresh,
		onEvent(event) {
			if (event.testMode !== page.key.testMode && event.type !== "consent.changed") return;
			setHandsets((known) => {
				const next = applyEvent(known, event);
				if (next === void 0) refresh();
				return next ?? known;
			});
		}
	});
	A(() => {
		if (!isLoaded) return;
		const stopped = new AbortController();
		holdRequests(page, handsets.texts.at(-1)?.createdAt, stopped.signal, (texts) => {
			add(texts);
			for (const { to, text } of texts.slice(0, 1)) page.announce(`New text on ${to}: ${cleanLine(text)}`);
		});
		return () => stopped.abort();
	}, [isLoaded]);
	return {
		handsets,
		isLoaded,
		failure,
		addReply
	};
}
/** The handsets after an event; undefined if it is about a text that is not known. */
function applyEvent(handsets, { type, id, data, timestamp }) {
	const field = (name) => data[name];
	if (type === "message.received") {
		const reply = {
			id: field("messageId"),
			from: field("from"),
			to: field("to"),
			text: field("text")
		};
		return addReplies(handsets, [{
			...reply,
			createdAt: field("createdAt")
		}]);
	}
	if (type === "message.status" || type === "otp.status") {
		const [textId, status] = type === "otp.status" ? ["otpId", "deliveryStatus"] : ["messageId", "status"];
		const errorCode = data.errorCode;
		return raiseStatus(handsets, field(textId), field(status), errorCode);
	}
	if (type !== "consent.changed") return handsets;
	return addNote(handsets, {
		id,
		phone: field("phone"),
		consent: field("consent"),
		createdAt: timestamp
	});
}
/** The newest texts, or all after a timestamp. */
async function readTexts({ api }, query = {}, signal) {
	const texts = [];
	let cursor;
	for (let pages = 0; pages < maxPages; pages += 1) {
		const params = { query: {
			...query,
			per_page: 100,
			...cursor !== void 0 && { cursor }
		} };
		const { data } = await api.GET("/api/simulator/texts", {
			params,
			...signal && { signal }
		});
		texts.push(...data.texts);
		if (data.nextCursor === null || query.since === void 0) break;
		cursor = data.nextCursor;
	}
	return texts;
}
/** Asks for newer texts again and again while the tab is visible. The server answers once there is one. */
async function holdRequests(page, newest, stopped, onTexts) {
	let since = newest;
	let losses = 0;
	while (!stopped.aborted) {
		await untilVisible(stopped);
		try {
			const texts = await readTexts(page, {
				wait: waitSeconds,
				...since !== void 0 && { since }
			}, stopped);
			losses = 0;
			if (texts.length > 0 && !stopped.aborted) onTexts(texts);
			since = texts[0]?.createdAt ?? since;
		} catch (error) {
			const { status, retryAfterSeconds = 0 } = error;
			if (stopped.aborted || status === 401 || status === 403 || status === 404) return;
			losses += 1;
			const milliseconds = Math.max(retryAfterSeconds * 1e3, Math.min(500 * 2 ** losses, 1e4));
			await new Promise((resolve) => setTimeout(resolve, milliseconds));
		}
	}
}
async function untilVisible(stopped) {
	if (!document.hidden) return;
	await new Promise((resolve) => {
		const look = () => {
			if (document.hidden && !stopped.aborted) return;
			document.removeEventListener("visibilitychange", look);
			resolve();
		};
		document.addEventListener("visibilitychange", look);
		stopped.addEventListener("abort", look);
	});
}

// page/phone/use-threads.ts
/** Reads the earlier replies of a handset from its threads, once it is shown. A key without the scope shows later replies only. */
function useThreads(phone, addReply) {
	const { api, can, key } = usePage();
	A(() => {
		if (!can("messages:read")) return;
		let isShown = true;
		async function read() {
			const { data } = await api.GET("/api/threads", { params: { query: { per_page: 100 } } });
			for (const { id, contactPhone, senderPhone } of data.threads) {
				if (contactPhone !== phone) continue;
				const params = {
					path: { id },
					query: { per_page: 100 }
				};
				const { data } = await api.GET("/api/threads/{id}/messages", { params });
				for (const message of data.messages) {
					if (!isShown || message.direction !== "inbound" || message.testMode !== key.testMode) continue;
					const { id, body, createdAt } = message;
					addReply({
						id,
						from: phone,
						to: senderPhone,
						text: body,
						createdAt
					});
				}
			}
		}
		read().catch(() => {});
		return () => {
			isShown = false;
		};
	}, [phone]);
}

// page/phone/phone.tsx
/** The handsets of the simulated carrier: what it would have delivered, and answers to it. */
function Phone() {
	const { handsets, isLoaded, failure, addReply } = useHandsets();
	const numbers = useNumbers();
	const [added, setAdded] = d([firstHandset]);
	const [chosen, setChosen] = d();
	const listed = listHandsets(handsets, added);
	const phones = listed.map(({ phone }) => phone);
	const phone = chosen ?? phones[0];
	useThreads(phone, addReply);
	A(() => {
		document.title = `${phone} · Phone`;
	}, [phone]);
	const add = () => {
		const number = newNumber(/* @__PURE__ */ new Set([...phones, ...numbers.map(({ phoneNumber }) => phoneNumber)]));
		if (number === void 0) return;
		setAdded([...added, number]);
		setChosen(number);
	};
	const step = (by) => {
		const all = [...phones, ...magicRecipients.map((each) => each.phone).filter((each) => !phones.includes(each))];
		setChosen(all[Math.min(Math.max(all.indexOf(phone) + by, 0), all.length - 1)]);
	};
	const focus = (id) => document.getElementById(id)?.focus();
	if (failure && !isLoaded) return /* @__PURE__ */ a("main", {
		class: "sign-in stack",
		children: [/* @__PURE__ */ a("h1", { children: "Phone" }), /* @__PURE__ */ a(FailureNote, { failure })]
	});
	return /* @__PURE__ */ a("main", {
		class: "phone",
		children: [
			/* @__PURE__ */ a("h1", {
				class: "unseen",
				children: "Phone"
			}),
			/* @__PURE__ */ a(HandsetList, {
				listed,
				chosen: phone,
				onChoose: setChosen,
				onAdd: add
			}),
			/* @__PURE__ */ a(Handset, {
				phone,
				handsets,
				isLoaded,
				numbers,
				onReply: addReply
			}, phone),
			/* @__PURE__ */ a(AppPanel, {
				phone,
				onSent: setChosen
			}),
			/* @__PURE__ */ a(ShortcutHelp, { shortcuts: [
				{
					key: "j",
					does: "Next handset",
					act: () => step(1)
				},
				{
					key: "k",
					does: "Previous handset",
					act: () => step(-1)
				},
				{
					key: "n",
					does: "New number",
					act: add
				},
				{
					key: "r",
					does: "Write a reply",
					act: () => focus("reply")
				},
				{
					key: "s",
					does: "Write a text as your app",
					act: () => focus("text")
				}
			] })
		]
	});
}
/** The active business numbers of the team; empty if the key may not read them. */
function useNumbers() {
	const { api, can } = usePage();
	const [numbers, setNumbers] = d([]);
	useLive({
		onEvent: () => {},
		async onRefresh() {
			if (!can("numbers:read")) return;
			const { data } = await api.GET("/api/business-numbers").catch(() => ({ data: void 0 }));
			if (data) setNumbers(data.businessNumbers.filter(({ status }) => status === "active"));
		}
	});
	return numbers;
}

// page/sign-in.tsx
const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
/** Asks for an API key and checks it. */
function SignIn({ baseUrl, reason, onSignIn }) {
	const field = T(null);
	const [failure, setFailure] = d();
	const [isChecking, setChecking] = d(false);
	async function signIn(event) {
		event.preventDefault();
		const credentials = readCredentials(field.current.value);
		if (credentials.apiKey === "") return field.current.focus();
		setChecking(true);
		setFailure(void 0);
		try {
			await createApi({
				baseUrl,
				key: headerOf(credentials),
				onInvalidKey: () => {}
			}).GET("/api/key");
			onSignIn(credentials);
		} catch (error) {
			setFailure(error);
			setChecking(false);
		}
	}
	return /* @__PURE__ */ a("main", {
		class: "sign-in stack",
		children: [
			/* @__PURE__ */ a("img", {
				src: "page.svg",
				alt: "",
				width: "48",
				height: "48"
			}),
			/* @__PURE__ */ a("h1", { children: "Messaging" }),
			reason && /* @__PURE__ */ a("p", {
				role: "alert",
				children: reason
			}),
			/* @__PURE__ */ a("form", {
				onSubmit: signIn,
				children: [
					/* @__PURE__ */ a("label", {
						for: "key",
						children: "API key"
					}),
					/* @__PURE__ */ a("input", {
						id: "key",
						ref: field,
						type: "password",
						autocomplete: "off",
						spellcheck: false,
						autofocus: true
					}),
					/* @__PURE__ */ a("button", {
						type: "submit",
						class: "primary",
						disabled: isChecking,
						children: isChecking ? "Checking…" : "Sign in"
					})
				]
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			location.protocol === "http:" && !isLoopback && /* @__PURE__ */ a("p", {
				class: "warning",
				children: "This page is not encrypted: others on the way can read the key. Use https."
			}),
			/* @__PURE__ */ a("p", {
				class: "quiet",
				children: [
					"The key stays in this tab and is forgotten when the tab is closed. Make one on the server's machine with",
					" ",
					/* @__PURE__ */ a("code", { children: "cli/messaging keys create --team NAME --for page" }),
					"."
				]
			})
		]
	});
}

// page/main.tsx
/** The address of the server without a final slash. It may have a path before that of the view. */
const baseUrl = new URL(".", location.href).href.slice(0, -1);
const view = location.pathname.endsWith("/phone") ? Phone : Inbox;
/** Asks for a key, or shows the view with the key that the tab has. */
function App() {
	const [credentials, setCredentials] = d(() => findCredentials(sessionStorage));
	const [reason, setReason] = d();
	const signIn = (given) => {
		keepCredentials(given, sessionStorage);
		setReason(void 0);
		setCredentials(given);
	};
	if (!credentials) return /* @__PURE__ */ a(SignIn, {
		baseUrl,
		reason,
		onSignIn: signIn
	});
	const header = headerOf(credentials);
	return /* @__PURE__ */ a(Frame, {
		baseUrl,
		header,
		testMode: credentials.testMode,
		view,
		onTestMode: (testMode) => signIn({
			...credentials,
			testMode
		}),
		onSignOut: (why) => {
			forgetCredentials(sessionStorage);
			setReason(why);
			setCredentials(void 0);
		}
	}, header);
}
takeKeyOfAddress(location, history, sessionStorage);
addEventListener("hashchange", () => {
	if (takeKeyOfAddress(location, history, sessionStorage)) location.reload();
});
Q(/* @__PURE__ */ a(App, {}), document.body);
