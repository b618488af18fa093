// \0rolldown/runtime.js
var __commonJSMin = (cb, mod) => () => (mod || (cb((mod = { exports: {} }).exports, mod, mod.exports), cb = null), mod.exports);

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
	for (f = 0; f < i; f++) null != (o = t[f]) && "boolean" != typeof o && "function" != typeof o ? ("object" != typeof o || o.constructor === String ? o = k[f] = m$1(null, o) : w$1(o) ? o = k[f] = m$1($, { children: o }) : o.constructor === h$1 && o.__b ? o = k[f] = m$1(o.type, o.props, o.key, o.ref, o.__v) : k[f] = o, l = f + _, o.__ = n, o.__b = n.__b + 1, e = null, ~(c = o.__i = P$1(o, r, l, d)) && (d--, (e = r[c]) && (e.__u |= 2)), e && e.__v ? (o.__u |= 16, c == l - 1 ? _-- : c == l + 1 ? _++ : c != l && (c > l ? _-- : _++, g = 1)) : (~c || (i > v ? _-- : i < v && _++), "function" != typeof o.type && (o.__u |= 4))) : k[f] = null;
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
function P$1(n, t, r, u) {
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
	} else l = r.__e = F$1(u.__e, r, u, i, f, o, e, c, a, t);
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
function F$1(t, r, u, i, f, o, e, l, c, a) {
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
function F(n, u) {
	var i = y(t++, 4);
	!a$1.__s && E(i.__H, u) && (i.__P = !1, i.__ = n, i.u = u, r.__h.push(i));
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
function b(n, t) {
	return f$1 = 8, w(function() {
		return n;
	}, t);
}
function j(n) {
	var u = r.context[n.__c], i = y(t++, 9);
	return i.c = n, u ? (i.__ ?? (i.__ = !0, u.sub(r)), u.props.value) : n.__;
}
function P() {
	var n = y(t++, 11);
	if (!n.__) {
		for (var u = r.__v; !u.__m && u.__;) u = u.__;
		var i = u.__m || (u.__m = [0, 0]);
		n.__ = "P" + i[0] + "-" + i[1]++;
	}
	return n.__;
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

// page/text.ts
/** The characters that turn the direction of all that follows. A stranger's text could make a line read as another. */
const directions = "‪‫‬‭‮⁦⁧⁨⁩";
const directionNames = [
	"LRE",
	"RLE",
	"PDF",
	"LRO",
	"RLO",
	"LRI",
	"RLI",
	"FSI",
	"PDI"
];
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]/g;
/**
* A text of a stranger as it is shown: without control characters except line breaks and tabs, and with a visible mark in
* the place of each character that overrides the direction.
*/
function cleanText(text) {
	return text.replaceAll("\r\n", "\n").replaceAll(controls, "").replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (each) => `⟦${directionNames[directions.indexOf(each)]}⟧`);
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
	const [year, today] = [format({ year: "numeric" }, now), dayNumber(format(numbers, now))];
	const date = {
		weekday: "short",
		day: "numeric",
		month: "short"
	};
	const isThisYear = format({ year: "numeric" }) === year;
	const named = ["Today", "Yesterday"][today - dayNumber(format(numbers))];
	return {
		short: format({
			hour: "2-digit",
			minute: "2-digit",
			hourCycle: "h23"
		}),
		day: named ?? format(isThisYear ? date : {
			...date,
			year: "numeric"
		}),
		full: `${format({
			dateStyle: "full",
			timeStyle: "long"
		})} (${timestamp} UTC)`.replace("Z UTC", " UTC")
	};
}
const numbers = {
	year: "numeric",
	month: "2-digit",
	day: "2-digit"
};
/** The number of a day, such as `11/21/2026`, whatever the number of its hours. */
const dayNumber = (date) => Date.parse(`${date} UTC`) / 864e5;
const formatters = /* @__PURE__ */ new Map();
/** Keeps formatters, because making one takes longer than a hundred uses. */
function formatterOf(options) {
	const name = JSON.stringify(options);
	const formatter = formatters.get(name) ?? new Intl.DateTimeFormat("en", options);
	formatters.set(name, formatter);
	return formatter;
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
/** The body of a text, with its line breaks. A text of one's own app is `linked`: its addresses are links. */
function Body({ value, linked = false }) {
	const text = cleanText(value);
	const parts = linked ? divideAtLinks(text) : [{ text }];
	return /* @__PURE__ */ a("p", {
		class: "body",
		dir: "auto",
		children: parts.map(({ text, href }) => href === void 0 ? text : /* @__PURE__ */ a("a", {
			href,
			target: "_blank",
			rel: "noopener noreferrer",
			title: href,
			children: text
		}))
	});
}
/** A time of day, `withDay` unless it is today. The full time, the zone and UTC are in its title. */
function Time({ value, withDay = false }) {
	const { day, short, full } = showTime(value);
	return /* @__PURE__ */ a("time", {
		dateTime: value,
		title: full,
		children: withDay && day !== "Today" ? `${day}, ${short}` : short
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
function Switch({ label, isOn, onChange }) {
	return /* @__PURE__ */ a("label", {
		class: "row",
		children: [/* @__PURE__ */ a("input", {
			type: "checkbox",
			checked: isOn,
			onChange: (event) => onChange(event.currentTarget.checked)
		}), label]
	});
}
/** A button that acts on the page, and submits nothing. */
function Button({ label, onClick, ...attributes }) {
	return /* @__PURE__ */ a("button", {
		type: "button",
		onClick: () => void onClick(),
		...attributes,
		children: label
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
	"consents:read",
	"simulator:use"
]];
/** The scopes for the decisions of a person in the inbox. A key for the page has them only if they are named. */
const decisionScopes = ["consents:write", "messages:approve"];
const keyName = "messaging.key";
/** The key that the tab has kept. */
const findKey = (store) => store.getItem(keyName) ?? void 0;
const keepKey = (key, store) => store.setItem(keyName, key);
const forgetKey = (store) => store.removeItem(keyName);
const isInTestMode = (key) => key.endsWith("_test");
/** The key in a mode. One that is for test mode alone works with the suffix, too. */
const inMode = (key, testMode) => key.replace(/_test$/, "") + (testMode ? "_test" : "");
/**
* Removes a key from the address, at once and without an entry in the history, and keeps it for the tab. Returns whether there
* was one.
*/
function takeKeyOfAddress({ hash, pathname, search }, history, store) {
	const key = new URLSearchParams(hash.slice(1)).get("key");
	if (key === null) return false;
	history.replaceState(null, "", pathname + search);
	if (key.trim() !== "") keepKey(key.trim(), store);
	return true;
}

// page/shortcuts.tsx
const storageName = "messaging.shortcuts";
/** Whether single keys act. People who speak to their computer can switch them off. */
const areShortcutsOn = () => localStorage.getItem(storageName) !== "off";
const switchShortcuts = (on) => localStorage.setItem(storageName, on ? "on" : "off");
/** Lets the keys of a view act, except while a field has the focus, and lists them in a dialog for `?`. */
function ShortcutHelp({ shortcuts, onEscape }) {
	const dialog = T(null);
	const leave = () => {
		document.activeElement.blur();
		onEscape?.();
	};
	const all = [
		...shortcuts,
		{
			key: "?",
			does: "This list",
			act: () => dialog.current.showModal()
		},
		{
			key: "Escape",
			act: leave
		}
	];
	function press(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !areShortcutsOn()) return;
		if (dialog.current.open) return;
		if (event.target.matches("input, textarea, select, [contenteditable]") && event.key !== "Escape") return;
		const act = all.find(({ key }) => key === event.key)?.act;
		if (act && act() !== false) event.preventDefault();
	}
	const newest = T(press);
	newest.current = press;
	A(() => {
		const listen = (event) => newest.current(event);
		document.addEventListener("keydown", listen);
		return () => document.removeEventListener("keydown", listen);
	}, []);
	return /* @__PURE__ */ a("dialog", {
		ref: dialog,
		"aria-labelledby": "shortcuts",
		class: "help",
		children: [
			/* @__PURE__ */ a("h2", {
				id: "shortcuts",
				children: "Keyboard"
			}),
			/* @__PURE__ */ a("dl", { children: all.map(({ key, does }) => does && /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a("dt", { children: /* @__PURE__ */ a("kbd", { children: key }) }, key), /* @__PURE__ */ a("dd", { children: does })] })) }),
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

// page/account.tsx
/** The team, the mode and the rights of the key. */
function Account({ header, onKey, onSignOut }) {
	const { key } = usePage();
	const [shortcuts, setShortcuts] = d(areShortcutsOn);
	const canMore = key.scopes.some((scope) => ![...pageScopes, ...decisionScopes].includes(scope));
	const change = (on) => {
		switchShortcuts(on);
		setShortcuts(on);
	};
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
					/* @__PURE__ */ a("dd", { children: key.expiresAt ? /* @__PURE__ */ a(Time, {
						value: key.expiresAt,
						withDay: true
					}) : "never" }),
					/* @__PURE__ */ a("dt", { children: "Scopes" }),
					/* @__PURE__ */ a("dd", { children: key.scopes.join(", ") })
				] }),
				canMore && /* @__PURE__ */ a("p", {
					class: "hint",
					children: [
						"This key can do more than the page needs. Make a smaller one:",
						" ",
						/* @__PURE__ */ a("code", { children: "cli/messaging keys create --team NAME --for page" })
					]
				}),
				key.mode === "any" && /* @__PURE__ */ a(Switch, {
					label: "Test mode",
					isOn: isInTestMode(header),
					onChange: (on) => onKey(inMode(header, on))
				}),
				/* @__PURE__ */ a(Switch, {
					label: "Keyboard shortcuts",
					isOn: shortcuts,
					onChange: change
				}),
				/* @__PURE__ */ a(Button, {
					label: "Log out",
					onClick: () => onSignOut()
				})
			]
		})]
	});
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
	/** Whether a write may have happened. A proxy answers 502 or 504 if the server's answer is lost or late. */
	get isOutcomeUnknown() {
		if (this.code === "idempotency_in_progress" || this.status === 0) return true;
		return this.status >= 500 && this.code !== "message_failed";
	}
};
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Creates a client of the server. A read that is refused for its rate is repeated when the server allows it. */
function createApi({ baseUrl, key, onFailure, wait = pause }) {
	async function send(request) {
		for (let repetitions = 0;; repetitions += 1) {
			const failure = await attempt(request);
			if (!(failure instanceof ApiFailure)) return failure;
			if (!(request.method === "GET" && failure.code === "rate_limited" && repetitions < 3)) {
				onFailure?.(failure);
				throw failure;
			}
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
const [maxRepetitions, maxRepetitionsInProgress] = [3, 30];
/**
* Runs a write with one idempotency key, and repeats it with that key until its outcome is known, so that it happens once.
* The key may be that of an earlier call whose outcome stayed unknown.
*/
async function attempt(write, key = newIdempotencyKey(), wait = pause) {
	for (let requests = 0, unknown = 0;; requests += 1) {
		const failure = await write({ "Idempotency-Key": key }).then(() => void 0, (error) => error);
		if (!failure?.isOutcomeUnknown) return failure ? { failure } : {};
		if (failure.code !== "idempotency_in_progress") unknown += 1;
		if (unknown > maxRepetitions || requests >= maxRepetitionsInProgress) return {
			failure,
			unknownKey: key
		};
		await wait((failure.retryAfterSeconds ?? 1) * 1e3);
	}
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
			await pauseOrChange(void 0, tab, until);
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
/** Waits until the tab becomes visible or the network is back, at most for a time. */
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
	"media.stored",
	"otp.status"
], ...[
	"consent.changed",
	"contact.changed",
	"contact.merged",
	"contact.deleted"
]].join(",");
/** How often lists are read without a stream, in milliseconds. */
const pollMilliseconds$2 = 5e3;
/** The tab of this page. */
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
function startLive(api, { baseUrl, canStream, onState }) {
	const listeners = /* @__PURE__ */ new Set();
	const stopped = new AbortController();
	let isStarted = false;
	/** Whether reads may have failed since the last refresh, because the connection was lost. */
	let wasLost = false;
	let poll;
	const refresh = () => {
		isStarted = true;
		wasLost = false;
		for (const { onRefresh } of listeners) onRefresh();
	};
	function change(state) {
		onState(state);
		if (state === "lost") wasLost = true;
		if (state === "live" && wasLost) refresh();
		if (state !== "polling") return;
		refresh();
		poll = setInterval(() => document.hidden || refresh(), pollMilliseconds$2);
	}
	async function findPosition(signal) {
		const query = {
			since: afterAllEvents,
			per_page: 1
		};
		return (await api.GET("/api/events", {
			params: { query },
			signal
		})).data.position;
	}
	function open(position, signal) {
		const headers = {
			"Last-Event-ID": position,
			Accept: "text/event-stream"
		};
		return api.send(new Request(`${baseUrl}/api/events/stream?types=${types}`, {
			headers,
			signal
		}));
	}
	function onEvent(event) {
		for (const listener of listeners) listener.onEvent(event);
	}
	if (canStream) followEvents({
		findPosition,
		open,
		onEvent,
		onGap: refresh,
		onState: change,
		tab
	}, stopped.signal);
	else change("polling");
	return {
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

// page/read.ts
/** Reads something now, and again when `subject` changes. The answer to an earlier read never replaces a later one. */
function useRead(read, subject) {
	const [state, setState] = d({});
	const newest = T({});
	async function refresh() {
		const reading = {};
		newest.current = reading;
		const next = await read().then((value) => ({
			value,
			failure: void 0
		}), (failure) => ({ failure }));
		if (newest.current !== reading) return;
		setState((before) => ({
			...before.subject === subject && before,
			subject,
			...next
		}));
	}
	A(() => {
		refresh();
		return () => {
			newest.current = {};
		};
	}, [subject]);
	const { value, failure } = state.subject === subject ? state : {};
	return {
		value,
		failure,
		refresh
	};
}
/** Makes a function that does `work` after some milliseconds. Calls until then are done with it. */
function useLater(work) {
	const newest = T(work);
	newest.current = work;
	const timer = T(void 0);
	A(() => () => clearTimeout(timer.current), []);
	return (milliseconds) => {
		timer.current ??= window.setTimeout(() => {
			timer.current = void 0;
			newest.current();
		}, milliseconds);
	};
}
/** Reads something, again soon after each event that `concerns` it, and whenever events may be missing. */
function useLiveRead(read, subject, concerns) {
	const known = useRead(read, subject);
	const refreshIn = useLater(known.refresh);
	useLive({
		onEvent: (event) => concerns(event) && refreshIn(200),
		onRefresh: () => void known.refresh()
	});
	return known;
}
/** Reads something, and again after each pause and whenever events may be missing. */
function usePolledRead(read, pauseMilliseconds) {
	const known = useLiveRead(read, void 0, () => false);
	const poll = useLater(known.refresh);
	A(() => poll(pauseMilliseconds), [known.value, known.failure]);
	return known;
}

// page/frame.tsx
/** The frame of every view: checks the key, follows the events, and shows the head of the page. */
function Frame({ baseUrl, view: View, ...account }) {
	const { header, onKey, onSignOut } = account;
	const [page, setPage] = d();
	const [state, setState] = d("connecting");
	const [failure, setFailure] = d();
	const [attempt, setAttempt] = d(0);
	const { spoken, announce } = useAnnouncer();
	A(() => {
		let opened;
		let isShown = true;
		function onFailure(refusal) {
			if (refusal.status === 401) onSignOut("This key is not valid any more.");
			if (refusal.code === "license_inactive") setFailure(refusal);
		}
		const api = createApi({
			baseUrl,
			key: header,
			onFailure
		});
		async function openPage() {
			const key = (await api.GET("/api/key")).data;
			if (!isShown) return;
			const can = (scope) => key.scopes.includes(scope);
			const live = startLive(api, {
				baseUrl,
				canStream: can("events:read"),
				onState: setState
			});
			opened = {
				api,
				baseUrl,
				key,
				can,
				announce,
				live
			};
			setPage(opened);
		}
		openPage().catch((error) => isShown && setFailure(error));
		return () => {
			isShown = false;
			opened?.live.stop();
		};
	}, [header, attempt]);
	const retry = () => {
		setFailure(void 0);
		setAttempt(attempt + 1);
	};
	const banner = failure && /* @__PURE__ */ a(FailureNote, {
		failure,
		children: /* @__PURE__ */ a("p", {
			class: "row",
			children: [!page && /* @__PURE__ */ a(Button, {
				label: "Try again",
				onClick: retry
			}), failure.code === "license_inactive" && (page?.key.mode ?? "any") === "any" && /* @__PURE__ */ a(Button, {
				label: "Go on in test mode",
				onClick: () => onKey(inMode(header, true))
			})]
		})
	});
	if (!page) return banner ? /* @__PURE__ */ a("main", {
		class: "sign-in",
		children: banner
	}) : /* @__PURE__ */ a("p", {
		class: "opening quiet",
		children: "Opening…"
	});
	return /* @__PURE__ */ a(Context.Provider, {
		value: page,
		children: [
			/* @__PURE__ */ a("header", {
				class: "head row",
				children: [
					/* @__PURE__ */ a("nav", {
						class: "row",
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
							page.can("simulator:use") && isPhoneOn && /* @__PURE__ */ a(ViewLink, {
								path: "phone",
								children: "Phone"
							}),
							/* @__PURE__ */ a("a", {
								href: "docs",
								children: "Reference"
							})
						]
					}),
					/* @__PURE__ */ a("p", {
						class: `state small quiet state-${state}`,
						role: "status",
						children: stateTexts[state]
					}),
					/* @__PURE__ */ a(Account, { ...account })
				]
			}),
			banner,
			/* @__PURE__ */ a(View, {}),
			/* @__PURE__ */ a("p", {
				class: "unseen",
				"aria-live": "polite",
				children: spoken
			})
		]
	});
}
/** Whether the server has handsets. The document says so. */
const isPhoneOn = document.documentElement.dataset.phone === "on";
const stateTexts = {
	connecting: "Connecting…",
	live: "Live",
	lost: "Connection lost. Connecting again…",
	paused: "Paused",
	polling: "Updated every few seconds"
};
/** Speaks at most once in two seconds, and then the newest text. */
function useAnnouncer() {
	const [spoken, setSpoken] = d("");
	const next = T("");
	const speakIn = useLater(() => setSpoken(next.current));
	const announce = (text) => {
		next.current = text;
		speakIn(2e3);
	};
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

// page/consent.tsx
/** Reads the consent of a phone, and again when it changes. Without the scope, it is not known. */
function useConsent(phone) {
	const { api, can } = usePage();
	return useLiveRead(async () => {
		if (phone === void 0 || !can("consents:read")) return void 0;
		return (await api.GET("/api/consents/{phone}", { params: { path: { phone } } })).data;
	}, phone, ({ type, data }) => type === "consent.changed" && data.phone === phone || type === "message.received" && data.from === phone);
}
const states = {
	unknown: "Nobody said anything, so texts are allowed",
	opted_in: "Opted in",
	opted_out: "Opted out"
};
const sources = {
	keyword: "by a text",
	operator: "by the operator",
	provider: "by the carrier",
	api: "over the API",
	import: "by an import",
	phrase: "by words that withdraw consent"
};
/** Says whether a phone may be texted, and why not. */
function Consent({ value: { state, since, decidedBy } }) {
	return /* @__PURE__ */ a("p", {
		class: state === "opted_out" ? "warning small" : "quiet small",
		children: [
			states[state],
			since && " since ",
			since && /* @__PURE__ */ a(Time, {
				value: since,
				withDay: true
			}),
			decidedBy && ` ${sources[decidedBy.source]}`,
			decidedBy?.keyword && ": ",
			decidedBy?.keyword && /* @__PURE__ */ a(Name, { value: decidedBy.keyword }),
			"."
		]
	});
}

// page/kept.ts
const draftName = (thread) => `messaging.draft.${thread}`;
function findDraft(store, thread) {
	return JSON.parse(store.getItem(draftName(thread)) ?? "null") ?? void 0;
}
function keepDraft(store, thread, draft) {
	if (draft.text === "") store.removeItem(draftName(thread));
	else store.setItem(draftName(thread), JSON.stringify(draft));
}
const seenName = (team) => `messaging.seen.${team}`;
function findSeen(store, team) {
	return JSON.parse(store.getItem(seenName(team)) ?? "null") ?? void 0;
}
/** Notes that the texts of a thread up to a time were seen. Forgets the threads that were seen long ago. */
function markSeen(store, team, seen, thread, at) {
	if ((seen.threads[thread] ?? seen.since) >= at) return seen;
	const { [thread]: _, ...others } = seen.threads;
	const kept = Object.entries({
		...others,
		[thread]: at
	}).slice(-2e3);
	const next = {
		...seen,
		threads: Object.fromEntries(kept)
	};
	keepSeen(store, team, next);
	return next;
}
const keepSeen = (store, team, seen) => store.setItem(seenName(team), JSON.stringify(seen));
/** Whether a thread has a received text that nobody at this browser has seen. */
function isUnread(seen, { id, lastDirection, lastMessageAt }) {
	if (!seen || lastDirection !== "inbound") return false;
	return lastMessageAt > seen.since && lastMessageAt > (seen.threads[id] ?? "");
}

// page/send-text.ts
/** The most characters of a text that `POST /api/text` takes. */
const maxShortLength = 160;
/**
* Sends what was written, now or at its time. `onSent` is called with the thread of the text; null while the text waits, for
* its time or for the end of quiet hours. A long text may have as many segments as it needs, because its box counts them.
*/
function sendText(api, { text: message, sendAt, unknownKey }, to, onSent) {
	const body = {
		...to,
		message
	};
	return attempt(async (header) => {
		if (sendAt === void 0 && [...message].length <= maxShortLength) {
			const { data } = await api.POST("/api/text", {
				params: { header },
				body
			});
			return onSent?.(data.threadId);
		}
		const time = sendAt === void 0 ? {} : { sendAt: new Date(sendAt).toISOString() };
		const { data } = await api.POST("/api/messages", {
			params: { header },
			body: {
				...body,
				...time,
				maxSegments: 24
			}
		});
		const { waitsFor, threadId } = data.message;
		return onSent?.(waitsFor === null ? threadId : null);
	}, unknownKey);
}

// node_modules/sms-segments-calculator/dist/libs/UserDataHeader.js
var require_UserDataHeader = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var UserDataHeader = function() {
		function UserDataHeader() {
			this.isReservedChar = true;
			this.isUserDataHeader = true;
		}
		UserDataHeader.codeUnitSizeInBits = function() {
			return 8;
		};
		UserDataHeader.prototype.sizeInBits = function() {
			return 8;
		};
		return UserDataHeader;
	}();
	exports.default = UserDataHeader;
}));

// node_modules/sms-segments-calculator/dist/libs/Segment.js
var require_Segment = /* @__PURE__ */ __commonJSMin(((exports, module, this$4) => {
	var __extends = this$4 && this$4.__extends || (function() {
		var extendStatics = function(d, b) {
			extendStatics = Object.setPrototypeOf || { __proto__: [] } instanceof Array && function(d, b) {
				d.__proto__ = b;
			} || function(d, b) {
				for (var p in b) if (Object.prototype.hasOwnProperty.call(b, p)) d[p] = b[p];
			};
			return extendStatics(d, b);
		};
		return function(d, b) {
			if (typeof b !== "function" && b !== null) throw new TypeError("Class extends value " + String(b) + " is not a constructor or null");
			extendStatics(d, b);
			function __() {
				this.constructor = d;
			}
			d.prototype = b === null ? Object.create(b) : (__.prototype = b.prototype, new __());
		};
	})();
	var __importDefault = this$4 && this$4.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	var UserDataHeader_1 = __importDefault(require_UserDataHeader());
	/**
	* Segment Class
	* A modified array representing one segment and add some helper functions
	*/
	var Segment = function(_super) {
		__extends(Segment, _super);
		function Segment(withUserDataHeader) {
			if (withUserDataHeader === void 0) withUserDataHeader = false;
			var _this = _super.call(this) || this;
			Object.setPrototypeOf(_this, Object.create(Segment.prototype));
			_this.hasTwilioReservedBits = withUserDataHeader;
			_this.hasUserDataHeader = withUserDataHeader;
			if (withUserDataHeader) for (var i = 0; i < 6; i++) _this.push(new UserDataHeader_1.default());
			return _this;
		}
		Segment.prototype.sizeInBits = function() {
			return this.reduce(function(accumulator, encodedChar) {
				return accumulator + encodedChar.sizeInBits();
			}, 0);
		};
		Segment.prototype.messageSizeInBits = function() {
			return this.reduce(function(accumulator, encodedChar) {
				return accumulator + (encodedChar instanceof UserDataHeader_1.default ? 0 : encodedChar.sizeInBits());
			}, 0);
		};
		Segment.prototype.freeSizeInBits = function() {
			return 1120 - this.sizeInBits();
		};
		Segment.prototype.addHeader = function() {
			if (this.hasUserDataHeader) return [];
			var leftOverChar = [];
			this.hasTwilioReservedBits = true;
			this.hasUserDataHeader = false;
			for (var i = 0; i < 6; i++) this.unshift(new UserDataHeader_1.default());
			while (this.freeSizeInBits() < 0) leftOverChar.unshift(this.pop());
			return leftOverChar;
		};
		return Segment;
	}(Array);
	exports.default = Segment;
}));

// node_modules/sms-segments-calculator/dist/libs/UnicodeToGSM.js
var require_UnicodeToGSM = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var UnicodeToGsm = {
		10: [10],
		12: [27, 10],
		13: [13],
		32: [32],
		33: [33],
		34: [34],
		35: [35],
		36: [2],
		37: [37],
		38: [38],
		39: [39],
		40: [40],
		41: [41],
		42: [42],
		43: [43],
		44: [44],
		45: [45],
		46: [46],
		47: [47],
		48: [48],
		49: [49],
		50: [50],
		51: [51],
		52: [52],
		53: [53],
		54: [54],
		55: [55],
		56: [56],
		57: [57],
		58: [58],
		59: [59],
		60: [60],
		61: [61],
		62: [62],
		63: [63],
		64: [0],
		65: [65],
		66: [66],
		67: [67],
		68: [68],
		69: [69],
		70: [70],
		71: [71],
		72: [72],
		73: [73],
		74: [74],
		75: [75],
		76: [76],
		77: [77],
		78: [78],
		79: [79],
		80: [80],
		81: [81],
		82: [82],
		83: [83],
		84: [84],
		85: [85],
		86: [86],
		87: [87],
		88: [88],
		89: [89],
		90: [90],
		91: [27, 60],
		92: [27, 47],
		93: [27, 62],
		94: [27, 20],
		95: [17],
		97: [97],
		98: [98],
		99: [99],
		100: [100],
		101: [101],
		102: [102],
		103: [103],
		104: [104],
		105: [105],
		106: [106],
		107: [107],
		108: [108],
		109: [109],
		110: [110],
		111: [111],
		112: [112],
		113: [113],
		114: [114],
		115: [115],
		116: [116],
		117: [117],
		118: [118],
		119: [119],
		120: [120],
		121: [121],
		122: [122],
		123: [27, 40],
		124: [27, 64],
		125: [27, 41],
		126: [27, 61],
		161: [64],
		163: [1],
		164: [36],
		165: [3],
		167: [95],
		191: [96],
		196: [91],
		197: [14],
		198: [28],
		201: [31],
		209: [93],
		214: [92],
		216: [11],
		220: [94],
		223: [30],
		224: [127],
		228: [123],
		229: [15],
		230: [29],
		199: [9],
		232: [4],
		233: [5],
		236: [7],
		241: [125],
		242: [8],
		246: [124],
		248: [12],
		249: [6],
		252: [126],
		915: [19],
		916: [16],
		920: [25],
		923: [20],
		926: [26],
		928: [22],
		931: [24],
		934: [18],
		936: [23],
		937: [21],
		8364: [27, 101]
	};
	exports.default = UnicodeToGsm;
}));

// node_modules/sms-segments-calculator/dist/libs/EncodedChar.js
var require_EncodedChar = /* @__PURE__ */ __commonJSMin(((exports, module, this$3) => {
	var __importDefault = this$3 && this$3.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	var UnicodeToGSM_1 = __importDefault(require_UnicodeToGSM());
	/**
	* Encoded Character Classes
	* Utility classes to represent a character in a given encoding.
	*/
	var EncodedChar = function() {
		function EncodedChar(char, encoding) {
			this.raw = char;
			this.encoding = encoding;
			this.isGSM7 = Boolean(char && char.length === 1 && UnicodeToGSM_1.default[char.charCodeAt(0)]);
			if (this.isGSM7) this.codeUnits = encoding === "UCS-2" ? [char.charCodeAt(0)] : UnicodeToGSM_1.default[char.charCodeAt(0)];
			else {
				this.codeUnits = [];
				for (var i = 0; i < char.length; i++) this.codeUnits.push(char.charCodeAt(i));
			}
		}
		EncodedChar.prototype.codeUnitSizeInBits = function() {
			return this.encoding === "GSM-7" ? 7 : 8;
		};
		EncodedChar.prototype.sizeInBits = function() {
			if (this.encoding === "UCS-2" && this.isGSM7) return 16;
			return (this.encoding === "GSM-7" ? 7 : 16) * this.codeUnits.length;
		};
		return EncodedChar;
	}();
	exports.default = EncodedChar;
}));

// node_modules/sms-segments-calculator/dist/libs/SmartEncodingMap.js
var require_SmartEncodingMap = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	var SmartEncodingMap = {
		"«": "\"",
		"»": "\"",
		"“": "\"",
		"”": "\"",
		"ʺ": "\"",
		"ˮ": "\"",
		"‟": "\"",
		"„": "\"",
		"❝": "\"",
		"❞": "\"",
		"〝": "\"",
		"〞": "\"",
		"＂": "\"",
		"‘": "'",
		"’": "'",
		"ʻ": "'",
		"ˈ": "'",
		"ʼ": "'",
		"ʽ": "'",
		"ʹ": "'",
		"‛": "'",
		"＇": "'",
		"´": "'",
		"ˊ": "'",
		"`": "'",
		"ˋ": "'",
		"❛": "'",
		"❜": "'",
		"̓": "'",
		"̔": "'",
		"︐": "'",
		"︑": "'",
		"÷": "/",
		"¼": "1/4",
		"½": "1/2",
		"¾": "3/4",
		"⧸": "/",
		"̷": "/",
		"̸": "/",
		"⁄": "/",
		"∕": "/",
		"／": "/",
		"⧹": "\\",
		"⧵": "\\",
		"⃥": "\\",
		"﹨": "\\",
		"＼": "\\",
		"̲": "_",
		"＿": "_",
		"⃒": "|",
		"⃓": "|",
		"∣": "|",
		"｜": "|",
		"⎸": "|",
		"⎹": "|",
		"⏐": "|",
		"⎜": "|",
		"⎟": "|",
		"⎼": "-",
		"⎽": "-",
		"―": "-",
		"﹣": "-",
		"－": "-",
		"‐": "-",
		"⁃": "-",
		"﹫": "@",
		"＠": "@",
		"﹩": "$",
		"＄": "$",
		"ǃ": "!",
		"︕": "!",
		"﹗": "!",
		"！": "!",
		"﹟": "#",
		"＃": "#",
		"﹪": "%",
		"％": "%",
		"﹠": "&",
		"＆": "&",
		"‚": ",",
		"̦": ",",
		"﹐": ",",
		"﹑": ",",
		"，": ",",
		"､": ",",
		"❨": "(",
		"❪": "(",
		"﹙": "(",
		"（": "(",
		"⟮": "(",
		"⦅": "(",
		"❩": ")",
		"❫": ")",
		"﹚": ")",
		"）": ")",
		"⟯": ")",
		"⦆": ")",
		"⁎": "*",
		"∗": "*",
		"⊛": "*",
		"✢": "*",
		"✣": "*",
		"✤": "*",
		"✥": "*",
		"✱": "*",
		"✲": "*",
		"✳": "*",
		"✺": "*",
		"✻": "*",
		"✼": "*",
		"✽": "*",
		"❃": "*",
		"❉": "*",
		"❊": "*",
		"❋": "*",
		"⧆": "*",
		"﹡": "*",
		"＊": "*",
		"˖": "+",
		"﹢": "+",
		"＋": "+",
		"。": ".",
		"﹒": ".",
		"．": ".",
		"｡": ".",
		"０": "0",
		"１": "1",
		"２": "2",
		"３": "3",
		"４": "4",
		"５": "5",
		"６": "6",
		"７": "7",
		"８": "8",
		"９": "9",
		"ː": ":",
		"˸": ":",
		"⦂": ":",
		"꞉": ":",
		"︓": ":",
		"：": ":",
		"⁏": ";",
		"︔": ";",
		"﹔": ";",
		"；": ";",
		"﹤": "<",
		"＜": "<",
		"͇": "=",
		"꞊": "=",
		"﹦": "=",
		"＝": "=",
		"﹥": ">",
		"＞": ">",
		"︖": "?",
		"﹖": "?",
		"？": "?",
		"Ａ": "A",
		"ᴀ": "A",
		"Ｂ": "B",
		"ʙ": "B",
		"Ｃ": "C",
		"ᴄ": "C",
		"Ｄ": "D",
		"ᴅ": "D",
		"Ｅ": "E",
		"ᴇ": "E",
		"Ｆ": "F",
		"ꜰ": "F",
		"Ｇ": "G",
		"ɢ": "G",
		"Ｈ": "H",
		"ʜ": "H",
		"Ｉ": "I",
		"ɪ": "I",
		"Ｊ": "J",
		"ᴊ": "J",
		"Ｋ": "K",
		"ᴋ": "K",
		"Ｌ": "L",
		"ʟ": "L",
		"Ｍ": "M",
		"ᴍ": "M",
		"Ｎ": "N",
		"ɴ": "N",
		"Ｏ": "O",
		"ᴏ": "O",
		"Ｐ": "P",
		"ᴘ": "P",
		"Ｑ": "Q",
		"Ｒ": "R",
		"ʀ": "R",
		"Ｓ": "S",
		"ꜱ": "S",
		"Ｔ": "T",
		"ᴛ": "T",
		"Ｕ": "U",
		"ᴜ": "U",
		"Ｖ": "V",
		"ᴠ": "V",
		"Ｗ": "W",
		"ᴡ": "W",
		"Ｘ": "X",
		"Ｙ": "Y",
		"ʏ": "Y",
		"Ｚ": "Z",
		"ᴢ": "Z",
		"ˆ": "^",
		"̂": "^",
		"＾": "^",
		"᷍": "^",
		"❴": "{",
		"﹛": "{",
		"｛": "{",
		"❵": "}",
		"﹜": "}",
		"｝": "}",
		"［": "[",
		"］": "]",
		"˜": "~",
		"˷": "~",
		"̃": "~",
		"̰": "~",
		"̴": "~",
		"∼": "~",
		"～": "~",
		"\xA0": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		" ": "  ",
		"　": "  ",
		"": "  ",
		"": "  ",
		"": "  ",
		"": "  ",
		"": "  ",
		"": "",
		"	": "       ",
		"\0": "",
		"": "",
		"": "",
		"": "",
		"": "",
		"": "",
		"": "",
		"": "",
		"": "",
		"⁠": "",
		"‗": "_",
		"—": "-",
		"–": "-",
		"‹": "<",
		"›": ">",
		"‼": "!!",
		"\u2028": " ",
		"\u2029": " ",
		"…": "...",
		" ": " ",
		"​": "",
		"‌": "",
		"、": ",",
		"﻿": "",
		"•": "-"
	};
	exports.default = SmartEncodingMap;
}));

// node_modules/grapheme-splitter/index.js
var require_grapheme_splitter = /* @__PURE__ */ __commonJSMin(((exports, module) => {
	function GraphemeSplitter() {
		var CR = 0, LF = 1, Control = 2, Extend = 3, Regional_Indicator = 4, SpacingMark = 5, L = 6, V = 7, T = 8, LV = 9, LVT = 10, Other = 11, Prepend = 12, E_Base = 13, E_Modifier = 14, ZWJ = 15, Glue_After_Zwj = 16, E_Base_GAZ = 17;
		var NotBreak = 0, BreakStart = 1, Break = 2, BreakLastRegional = 3, BreakPenultimateRegional = 4;
		function isSurrogate(str, pos) {
			return 55296 <= str.charCodeAt(pos) && str.charCodeAt(pos) <= 56319 && 56320 <= str.charCodeAt(pos + 1) && str.charCodeAt(pos + 1) <= 57343;
		}
		function codePointAt(str, idx) {
			if (idx === void 0) idx = 0;
			var code = str.charCodeAt(idx);
			if (55296 <= code && code <= 56319 && idx < str.length - 1) {
				var hi = code;
				var low = str.charCodeAt(idx + 1);
				if (56320 <= low && low <= 57343) return (hi - 55296) * 1024 + (low - 56320) + 65536;
				return hi;
			}
			if (56320 <= code && code <= 57343 && idx >= 1) {
				var hi = str.charCodeAt(idx - 1);
				var low = code;
				if (55296 <= hi && hi <= 56319) return (hi - 55296) * 1024 + (low - 56320) + 65536;
				return low;
			}
			return code;
		}
		function shouldBreak(start, mid, end) {
			var all = [start].concat(mid).concat([end]);
			var previous = all[all.length - 2];
			var next = end;
			var eModifierIndex = all.lastIndexOf(E_Modifier);
			if (eModifierIndex > 1 && all.slice(1, eModifierIndex).every(function(c) {
				return c == Extend;
			}) && [
				Extend,
				E_Base,
				E_Base_GAZ
			].indexOf(start) == -1) return Break;
			var rIIndex = all.lastIndexOf(Regional_Indicator);
			if (rIIndex > 0 && all.slice(1, rIIndex).every(function(c) {
				return c == Regional_Indicator;
			}) && [Prepend, Regional_Indicator].indexOf(previous) == -1) {
				if (all.filter(function(c) {
					return c == Regional_Indicator;
				}).length % 2 == 1) return BreakLastRegional;
				else return BreakPenultimateRegional;
			}
			if (previous == CR && next == LF) return NotBreak;
			else if (previous == Control || previous == CR || previous == LF) {
				if (next == E_Modifier && mid.every(function(c) {
					return c == Extend;
				})) return Break;
				else return BreakStart;
			} else if (next == Control || next == CR || next == LF) return BreakStart;
			else if (previous == L && (next == L || next == V || next == LV || next == LVT)) return NotBreak;
			else if ((previous == LV || previous == V) && (next == V || next == T)) return NotBreak;
			else if ((previous == LVT || previous == T) && next == T) return NotBreak;
			else if (next == Extend || next == ZWJ) return NotBreak;
			else if (next == SpacingMark) return NotBreak;
			else if (previous == Prepend) return NotBreak;
			var previousNonExtendIndex = all.indexOf(Extend) != -1 ? all.lastIndexOf(Extend) - 1 : all.length - 2;
			if ([E_Base, E_Base_GAZ].indexOf(all[previousNonExtendIndex]) != -1 && all.slice(previousNonExtendIndex + 1, -1).every(function(c) {
				return c == Extend;
			}) && next == E_Modifier) return NotBreak;
			if (previous == ZWJ && [Glue_After_Zwj, E_Base_GAZ].indexOf(next) != -1) return NotBreak;
			if (mid.indexOf(Regional_Indicator) != -1) return Break;
			if (previous == Regional_Indicator && next == Regional_Indicator) return NotBreak;
			return BreakStart;
		}
		this.nextBreak = function(string, index) {
			if (index === void 0) index = 0;
			if (index < 0) return 0;
			if (index >= string.length - 1) return string.length;
			var prev = getGraphemeBreakProperty(codePointAt(string, index));
			var mid = [];
			for (var i = index + 1; i < string.length; i++) {
				if (isSurrogate(string, i - 1)) continue;
				var next = getGraphemeBreakProperty(codePointAt(string, i));
				if (shouldBreak(prev, mid, next)) return i;
				mid.push(next);
			}
			return string.length;
		};
		this.splitGraphemes = function(str) {
			var res = [];
			var index = 0;
			var brk;
			while ((brk = this.nextBreak(str, index)) < str.length) {
				res.push(str.slice(index, brk));
				index = brk;
			}
			if (index < str.length) res.push(str.slice(index));
			return res;
		};
		this.iterateGraphemes = function(str) {
			var index = 0;
			var res = { next: (function() {
				var value;
				var brk;
				if ((brk = this.nextBreak(str, index)) < str.length) {
					value = str.slice(index, brk);
					index = brk;
					return {
						value,
						done: false
					};
				}
				if (index < str.length) {
					value = str.slice(index);
					index = str.length;
					return {
						value,
						done: false
					};
				}
				return {
					value: void 0,
					done: true
				};
			}).bind(this) };
			if (typeof Symbol !== "undefined" && Symbol.iterator) res[Symbol.iterator] = function() {
				return res;
			};
			return res;
		};
		this.countGraphemes = function(str) {
			var count = 0;
			var index = 0;
			var brk;
			while ((brk = this.nextBreak(str, index)) < str.length) {
				index = brk;
				count++;
			}
			if (index < str.length) count++;
			return count;
		};
		function getGraphemeBreakProperty(code) {
			if (1536 <= code && code <= 1541 || 1757 == code || 1807 == code || 2274 == code || 3406 == code || 69821 == code || 70082 <= code && code <= 70083 || 72250 == code || 72326 <= code && code <= 72329 || 73030 == code) return Prepend;
			if (13 == code) return CR;
			if (10 == code) return LF;
			if (0 <= code && code <= 9 || 11 <= code && code <= 12 || 14 <= code && code <= 31 || 127 <= code && code <= 159 || 173 == code || 1564 == code || 6158 == code || 8203 == code || 8206 <= code && code <= 8207 || 8232 == code || 8233 == code || 8234 <= code && code <= 8238 || 8288 <= code && code <= 8292 || 8293 == code || 8294 <= code && code <= 8303 || 55296 <= code && code <= 57343 || 65279 == code || 65520 <= code && code <= 65528 || 65529 <= code && code <= 65531 || 113824 <= code && code <= 113827 || 119155 <= code && code <= 119162 || 917504 == code || 917505 == code || 917506 <= code && code <= 917535 || 917632 <= code && code <= 917759 || 918e3 <= code && code <= 921599) return Control;
			if (768 <= code && code <= 879 || 1155 <= code && code <= 1159 || 1160 <= code && code <= 1161 || 1425 <= code && code <= 1469 || 1471 == code || 1473 <= code && code <= 1474 || 1476 <= code && code <= 1477 || 1479 == code || 1552 <= code && code <= 1562 || 1611 <= code && code <= 1631 || 1648 == code || 1750 <= code && code <= 1756 || 1759 <= code && code <= 1764 || 1767 <= code && code <= 1768 || 1770 <= code && code <= 1773 || 1809 == code || 1840 <= code && code <= 1866 || 1958 <= code && code <= 1968 || 2027 <= code && code <= 2035 || 2070 <= code && code <= 2073 || 2075 <= code && code <= 2083 || 2085 <= code && code <= 2087 || 2089 <= code && code <= 2093 || 2137 <= code && code <= 2139 || 2260 <= code && code <= 2273 || 2275 <= code && code <= 2306 || 2362 == code || 2364 == code || 2369 <= code && code <= 2376 || 2381 == code || 2385 <= code && code <= 2391 || 2402 <= code && code <= 2403 || 2433 == code || 2492 == code || 2494 == code || 2497 <= code && code <= 2500 || 2509 == code || 2519 == code || 2530 <= code && code <= 2531 || 2561 <= code && code <= 2562 || 2620 == code || 2625 <= code && code <= 2626 || 2631 <= code && code <= 2632 || 2635 <= code && code <= 2637 || 2641 == code || 2672 <= code && code <= 2673 || 2677 == code || 2689 <= code && code <= 2690 || 2748 == code || 2753 <= code && code <= 2757 || 2759 <= code && code <= 2760 || 2765 == code || 2786 <= code && code <= 2787 || 2810 <= code && code <= 2815 || 2817 == code || 2876 == code || 2878 == code || 2879 == code || 2881 <= code && code <= 2884 || 2893 == code || 2902 == code || 2903 == code || 2914 <= code && code <= 2915 || 2946 == code || 3006 == code || 3008 == code || 3021 == code || 3031 == code || 3072 == code || 3134 <= code && code <= 3136 || 3142 <= code && code <= 3144 || 3146 <= code && code <= 3149 || 3157 <= code && code <= 3158 || 3170 <= code && code <= 3171 || 3201 == code || 3260 == code || 3263 == code || 3266 == code || 3270 == code || 3276 <= code && code <= 3277 || 3285 <= code && code <= 3286 || 3298 <= code && code <= 3299 || 3328 <= code && code <= 3329 || 3387 <= code && code <= 3388 || 3390 == code || 3393 <= code && code <= 3396 || 3405 == code || 3415 == code || 3426 <= code && code <= 3427 || 3530 == code || 3535 == code || 3538 <= code && code <= 3540 || 3542 == code || 3551 == code || 3633 == code || 3636 <= code && code <= 3642 || 3655 <= code && code <= 3662 || 3761 == code || 3764 <= code && code <= 3769 || 3771 <= code && code <= 3772 || 3784 <= code && code <= 3789 || 3864 <= code && code <= 3865 || 3893 == code || 3895 == code || 3897 == code || 3953 <= code && code <= 3966 || 3968 <= code && code <= 3972 || 3974 <= code && code <= 3975 || 3981 <= code && code <= 3991 || 3993 <= code && code <= 4028 || 4038 == code || 4141 <= code && code <= 4144 || 4146 <= code && code <= 4151 || 4153 <= code && code <= 4154 || 4157 <= code && code <= 4158 || 4184 <= code && code <= 4185 || 4190 <= code && code <= 4192 || 4209 <= code && code <= 4212 || 4226 == code || 4229 <= code && code <= 4230 || 4237 == code || 4253 == code || 4957 <= code && code <= 4959 || 5906 <= code && code <= 5908 || 5938 <= code && code <= 5940 || 5970 <= code && code <= 5971 || 6002 <= code && code <= 6003 || 6068 <= code && code <= 6069 || 6071 <= code && code <= 6077 || 6086 == code || 6089 <= code && code <= 6099 || 6109 == code || 6155 <= code && code <= 6157 || 6277 <= code && code <= 6278 || 6313 == code || 6432 <= code && code <= 6434 || 6439 <= code && code <= 6440 || 6450 == code || 6457 <= code && code <= 6459 || 6679 <= code && code <= 6680 || 6683 == code || 6742 == code || 6744 <= code && code <= 6750 || 6752 == code || 6754 == code || 6757 <= code && code <= 6764 || 6771 <= code && code <= 6780 || 6783 == code || 6832 <= code && code <= 6845 || 6846 == code || 6912 <= code && code <= 6915 || 6964 == code || 6966 <= code && code <= 6970 || 6972 == code || 6978 == code || 7019 <= code && code <= 7027 || 7040 <= code && code <= 7041 || 7074 <= code && code <= 7077 || 7080 <= code && code <= 7081 || 7083 <= code && code <= 7085 || 7142 == code || 7144 <= code && code <= 7145 || 7149 == code || 7151 <= code && code <= 7153 || 7212 <= code && code <= 7219 || 7222 <= code && code <= 7223 || 7376 <= code && code <= 7378 || 7380 <= code && code <= 7392 || 7394 <= code && code <= 7400 || 7405 == code || 7412 == code || 7416 <= code && code <= 7417 || 7616 <= code && code <= 7673 || 7675 <= code && code <= 7679 || 8204 == code || 8400 <= code && code <= 8412 || 8413 <= code && code <= 8416 || 8417 == code || 8418 <= code && code <= 8420 || 8421 <= code && code <= 8432 || 11503 <= code && code <= 11505 || 11647 == code || 11744 <= code && code <= 11775 || 12330 <= code && code <= 12333 || 12334 <= code && code <= 12335 || 12441 <= code && code <= 12442 || 42607 == code || 42608 <= code && code <= 42610 || 42612 <= code && code <= 42621 || 42654 <= code && code <= 42655 || 42736 <= code && code <= 42737 || 43010 == code || 43014 == code || 43019 == code || 43045 <= code && code <= 43046 || 43204 <= code && code <= 43205 || 43232 <= code && code <= 43249 || 43302 <= code && code <= 43309 || 43335 <= code && code <= 43345 || 43392 <= code && code <= 43394 || 43443 == code || 43446 <= code && code <= 43449 || 43452 == code || 43493 == code || 43561 <= code && code <= 43566 || 43569 <= code && code <= 43570 || 43573 <= code && code <= 43574 || 43587 == code || 43596 == code || 43644 == code || 43696 == code || 43698 <= code && code <= 43700 || 43703 <= code && code <= 43704 || 43710 <= code && code <= 43711 || 43713 == code || 43756 <= code && code <= 43757 || 43766 == code || 44005 == code || 44008 == code || 44013 == code || 64286 == code || 65024 <= code && code <= 65039 || 65056 <= code && code <= 65071 || 65438 <= code && code <= 65439 || 66045 == code || 66272 == code || 66422 <= code && code <= 66426 || 68097 <= code && code <= 68099 || 68101 <= code && code <= 68102 || 68108 <= code && code <= 68111 || 68152 <= code && code <= 68154 || 68159 == code || 68325 <= code && code <= 68326 || 69633 == code || 69688 <= code && code <= 69702 || 69759 <= code && code <= 69761 || 69811 <= code && code <= 69814 || 69817 <= code && code <= 69818 || 69888 <= code && code <= 69890 || 69927 <= code && code <= 69931 || 69933 <= code && code <= 69940 || 70003 == code || 70016 <= code && code <= 70017 || 70070 <= code && code <= 70078 || 70090 <= code && code <= 70092 || 70191 <= code && code <= 70193 || 70196 == code || 70198 <= code && code <= 70199 || 70206 == code || 70367 == code || 70371 <= code && code <= 70378 || 70400 <= code && code <= 70401 || 70460 == code || 70462 == code || 70464 == code || 70487 == code || 70502 <= code && code <= 70508 || 70512 <= code && code <= 70516 || 70712 <= code && code <= 70719 || 70722 <= code && code <= 70724 || 70726 == code || 70832 == code || 70835 <= code && code <= 70840 || 70842 == code || 70845 == code || 70847 <= code && code <= 70848 || 70850 <= code && code <= 70851 || 71087 == code || 71090 <= code && code <= 71093 || 71100 <= code && code <= 71101 || 71103 <= code && code <= 71104 || 71132 <= code && code <= 71133 || 71219 <= code && code <= 71226 || 71229 == code || 71231 <= code && code <= 71232 || 71339 == code || 71341 == code || 71344 <= code && code <= 71349 || 71351 == code || 71453 <= code && code <= 71455 || 71458 <= code && code <= 71461 || 71463 <= code && code <= 71467 || 72193 <= code && code <= 72198 || 72201 <= code && code <= 72202 || 72243 <= code && code <= 72248 || 72251 <= code && code <= 72254 || 72263 == code || 72273 <= code && code <= 72278 || 72281 <= code && code <= 72283 || 72330 <= code && code <= 72342 || 72344 <= code && code <= 72345 || 72752 <= code && code <= 72758 || 72760 <= code && code <= 72765 || 72767 == code || 72850 <= code && code <= 72871 || 72874 <= code && code <= 72880 || 72882 <= code && code <= 72883 || 72885 <= code && code <= 72886 || 73009 <= code && code <= 73014 || 73018 == code || 73020 <= code && code <= 73021 || 73023 <= code && code <= 73029 || 73031 == code || 92912 <= code && code <= 92916 || 92976 <= code && code <= 92982 || 94095 <= code && code <= 94098 || 113821 <= code && code <= 113822 || 119141 == code || 119143 <= code && code <= 119145 || 119150 <= code && code <= 119154 || 119163 <= code && code <= 119170 || 119173 <= code && code <= 119179 || 119210 <= code && code <= 119213 || 119362 <= code && code <= 119364 || 121344 <= code && code <= 121398 || 121403 <= code && code <= 121452 || 121461 == code || 121476 == code || 121499 <= code && code <= 121503 || 121505 <= code && code <= 121519 || 122880 <= code && code <= 122886 || 122888 <= code && code <= 122904 || 122907 <= code && code <= 122913 || 122915 <= code && code <= 122916 || 122918 <= code && code <= 122922 || 125136 <= code && code <= 125142 || 125252 <= code && code <= 125258 || 917536 <= code && code <= 917631 || 917760 <= code && code <= 917999) return Extend;
			if (127462 <= code && code <= 127487) return Regional_Indicator;
			if (2307 == code || 2363 == code || 2366 <= code && code <= 2368 || 2377 <= code && code <= 2380 || 2382 <= code && code <= 2383 || 2434 <= code && code <= 2435 || 2495 <= code && code <= 2496 || 2503 <= code && code <= 2504 || 2507 <= code && code <= 2508 || 2563 == code || 2622 <= code && code <= 2624 || 2691 == code || 2750 <= code && code <= 2752 || 2761 == code || 2763 <= code && code <= 2764 || 2818 <= code && code <= 2819 || 2880 == code || 2887 <= code && code <= 2888 || 2891 <= code && code <= 2892 || 3007 == code || 3009 <= code && code <= 3010 || 3014 <= code && code <= 3016 || 3018 <= code && code <= 3020 || 3073 <= code && code <= 3075 || 3137 <= code && code <= 3140 || 3202 <= code && code <= 3203 || 3262 == code || 3264 <= code && code <= 3265 || 3267 <= code && code <= 3268 || 3271 <= code && code <= 3272 || 3274 <= code && code <= 3275 || 3330 <= code && code <= 3331 || 3391 <= code && code <= 3392 || 3398 <= code && code <= 3400 || 3402 <= code && code <= 3404 || 3458 <= code && code <= 3459 || 3536 <= code && code <= 3537 || 3544 <= code && code <= 3550 || 3570 <= code && code <= 3571 || 3635 == code || 3763 == code || 3902 <= code && code <= 3903 || 3967 == code || 4145 == code || 4155 <= code && code <= 4156 || 4182 <= code && code <= 4183 || 4228 == code || 6070 == code || 6078 <= code && code <= 6085 || 6087 <= code && code <= 6088 || 6435 <= code && code <= 6438 || 6441 <= code && code <= 6443 || 6448 <= code && code <= 6449 || 6451 <= code && code <= 6456 || 6681 <= code && code <= 6682 || 6741 == code || 6743 == code || 6765 <= code && code <= 6770 || 6916 == code || 6965 == code || 6971 == code || 6973 <= code && code <= 6977 || 6979 <= code && code <= 6980 || 7042 == code || 7073 == code || 7078 <= code && code <= 7079 || 7082 == code || 7143 == code || 7146 <= code && code <= 7148 || 7150 == code || 7154 <= code && code <= 7155 || 7204 <= code && code <= 7211 || 7220 <= code && code <= 7221 || 7393 == code || 7410 <= code && code <= 7411 || 7415 == code || 43043 <= code && code <= 43044 || 43047 == code || 43136 <= code && code <= 43137 || 43188 <= code && code <= 43203 || 43346 <= code && code <= 43347 || 43395 == code || 43444 <= code && code <= 43445 || 43450 <= code && code <= 43451 || 43453 <= code && code <= 43456 || 43567 <= code && code <= 43568 || 43571 <= code && code <= 43572 || 43597 == code || 43755 == code || 43758 <= code && code <= 43759 || 43765 == code || 44003 <= code && code <= 44004 || 44006 <= code && code <= 44007 || 44009 <= code && code <= 44010 || 44012 == code || 69632 == code || 69634 == code || 69762 == code || 69808 <= code && code <= 69810 || 69815 <= code && code <= 69816 || 69932 == code || 70018 == code || 70067 <= code && code <= 70069 || 70079 <= code && code <= 70080 || 70188 <= code && code <= 70190 || 70194 <= code && code <= 70195 || 70197 == code || 70368 <= code && code <= 70370 || 70402 <= code && code <= 70403 || 70463 == code || 70465 <= code && code <= 70468 || 70471 <= code && code <= 70472 || 70475 <= code && code <= 70477 || 70498 <= code && code <= 70499 || 70709 <= code && code <= 70711 || 70720 <= code && code <= 70721 || 70725 == code || 70833 <= code && code <= 70834 || 70841 == code || 70843 <= code && code <= 70844 || 70846 == code || 70849 == code || 71088 <= code && code <= 71089 || 71096 <= code && code <= 71099 || 71102 == code || 71216 <= code && code <= 71218 || 71227 <= code && code <= 71228 || 71230 == code || 71340 == code || 71342 <= code && code <= 71343 || 71350 == code || 71456 <= code && code <= 71457 || 71462 == code || 72199 <= code && code <= 72200 || 72249 == code || 72279 <= code && code <= 72280 || 72343 == code || 72751 == code || 72766 == code || 72873 == code || 72881 == code || 72884 == code || 94033 <= code && code <= 94078 || 119142 == code || 119149 == code) return SpacingMark;
			if (4352 <= code && code <= 4447 || 43360 <= code && code <= 43388) return L;
			if (4448 <= code && code <= 4519 || 55216 <= code && code <= 55238) return V;
			if (4520 <= code && code <= 4607 || 55243 <= code && code <= 55291) return T;
			if (44032 == code || 44060 == code || 44088 == code || 44116 == code || 44144 == code || 44172 == code || 44200 == code || 44228 == code || 44256 == code || 44284 == code || 44312 == code || 44340 == code || 44368 == code || 44396 == code || 44424 == code || 44452 == code || 44480 == code || 44508 == code || 44536 == code || 44564 == code || 44592 == code || 44620 == code || 44648 == code || 44676 == code || 44704 == code || 44732 == code || 44760 == code || 44788 == code || 44816 == code || 44844 == code || 44872 == code || 44900 == code || 44928 == code || 44956 == code || 44984 == code || 45012 == code || 45040 == code || 45068 == code || 45096 == code || 45124 == code || 45152 == code || 45180 == code || 45208 == code || 45236 == code || 45264 == code || 45292 == code || 45320 == code || 45348 == code || 45376 == code || 45404 == code || 45432 == code || 45460 == code || 45488 == code || 45516 == code || 45544 == code || 45572 == code || 45600 == code || 45628 == code || 45656 == code || 45684 == code || 45712 == code || 45740 == code || 45768 == code || 45796 == code || 45824 == code || 45852 == code || 45880 == code || 45908 == code || 45936 == code || 45964 == code || 45992 == code || 46020 == code || 46048 == code || 46076 == code || 46104 == code || 46132 == code || 46160 == code || 46188 == code || 46216 == code || 46244 == code || 46272 == code || 46300 == code || 46328 == code || 46356 == code || 46384 == code || 46412 == code || 46440 == code || 46468 == code || 46496 == code || 46524 == code || 46552 == code || 46580 == code || 46608 == code || 46636 == code || 46664 == code || 46692 == code || 46720 == code || 46748 == code || 46776 == code || 46804 == code || 46832 == code || 46860 == code || 46888 == code || 46916 == code || 46944 == code || 46972 == code || 47e3 == code || 47028 == code || 47056 == code || 47084 == code || 47112 == code || 47140 == code || 47168 == code || 47196 == code || 47224 == code || 47252 == code || 47280 == code || 47308 == code || 47336 == code || 47364 == code || 47392 == code || 47420 == code || 47448 == code || 47476 == code || 47504 == code || 47532 == code || 47560 == code || 47588 == code || 47616 == code || 47644 == code || 47672 == code || 47700 == code || 47728 == code || 47756 == code || 47784 == code || 47812 == code || 47840 == code || 47868 == code || 47896 == code || 47924 == code || 47952 == code || 47980 == code || 48008 == code || 48036 == code || 48064 == code || 48092 == code || 48120 == code || 48148 == code || 48176 == code || 48204 == code || 48232 == code || 48260 == code || 48288 == code || 48316 == code || 48344 == code || 48372 == code || 48400 == code || 48428 == code || 48456 == code || 48484 == code || 48512 == code || 48540 == code || 48568 == code || 48596 == code || 48624 == code || 48652 == code || 48680 == code || 48708 == code || 48736 == code || 48764 == code || 48792 == code || 48820 == code || 48848 == code || 48876 == code || 48904 == code || 48932 == code || 48960 == code || 48988 == code || 49016 == code || 49044 == code || 49072 == code || 49100 == code || 49128 == code || 49156 == code || 49184 == code || 49212 == code || 49240 == code || 49268 == code || 49296 == code || 49324 == code || 49352 == code || 49380 == code || 49408 == code || 49436 == code || 49464 == code || 49492 == code || 49520 == code || 49548 == code || 49576 == code || 49604 == code || 49632 == code || 49660 == code || 49688 == code || 49716 == code || 49744 == code || 49772 == code || 49800 == code || 49828 == code || 49856 == code || 49884 == code || 49912 == code || 49940 == code || 49968 == code || 49996 == code || 50024 == code || 50052 == code || 50080 == code || 50108 == code || 50136 == code || 50164 == code || 50192 == code || 50220 == code || 50248 == code || 50276 == code || 50304 == code || 50332 == code || 50360 == code || 50388 == code || 50416 == code || 50444 == code || 50472 == code || 50500 == code || 50528 == code || 50556 == code || 50584 == code || 50612 == code || 50640 == code || 50668 == code || 50696 == code || 50724 == code || 50752 == code || 50780 == code || 50808 == code || 50836 == code || 50864 == code || 50892 == code || 50920 == code || 50948 == code || 50976 == code || 51004 == code || 51032 == code || 51060 == code || 51088 == code || 51116 == code || 51144 == code || 51172 == code || 51200 == code || 51228 == code || 51256 == code || 51284 == code || 51312 == code || 51340 == code || 51368 == code || 51396 == code || 51424 == code || 51452 == code || 51480 == code || 51508 == code || 51536 == code || 51564 == code || 51592 == code || 51620 == code || 51648 == code || 51676 == code || 51704 == code || 51732 == code || 51760 == code || 51788 == code || 51816 == code || 51844 == code || 51872 == code || 51900 == code || 51928 == code || 51956 == code || 51984 == code || 52012 == code || 52040 == code || 52068 == code || 52096 == code || 52124 == code || 52152 == code || 52180 == code || 52208 == code || 52236 == code || 52264 == code || 52292 == code || 52320 == code || 52348 == code || 52376 == code || 52404 == code || 52432 == code || 52460 == code || 52488 == code || 52516 == code || 52544 == code || 52572 == code || 52600 == code || 52628 == code || 52656 == code || 52684 == code || 52712 == code || 52740 == code || 52768 == code || 52796 == code || 52824 == code || 52852 == code || 52880 == code || 52908 == code || 52936 == code || 52964 == code || 52992 == code || 53020 == code || 53048 == code || 53076 == code || 53104 == code || 53132 == code || 53160 == code || 53188 == code || 53216 == code || 53244 == code || 53272 == code || 53300 == code || 53328 == code || 53356 == code || 53384 == code || 53412 == code || 53440 == code || 53468 == code || 53496 == code || 53524 == code || 53552 == code || 53580 == code || 53608 == code || 53636 == code || 53664 == code || 53692 == code || 53720 == code || 53748 == code || 53776 == code || 53804 == code || 53832 == code || 53860 == code || 53888 == code || 53916 == code || 53944 == code || 53972 == code || 54e3 == code || 54028 == code || 54056 == code || 54084 == code || 54112 == code || 54140 == code || 54168 == code || 54196 == code || 54224 == code || 54252 == code || 54280 == code || 54308 == code || 54336 == code || 54364 == code || 54392 == code || 54420 == code || 54448 == code || 54476 == code || 54504 == code || 54532 == code || 54560 == code || 54588 == code || 54616 == code || 54644 == code || 54672 == code || 54700 == code || 54728 == code || 54756 == code || 54784 == code || 54812 == code || 54840 == code || 54868 == code || 54896 == code || 54924 == code || 54952 == code || 54980 == code || 55008 == code || 55036 == code || 55064 == code || 55092 == code || 55120 == code || 55148 == code || 55176 == code) return LV;
			if (44033 <= code && code <= 44059 || 44061 <= code && code <= 44087 || 44089 <= code && code <= 44115 || 44117 <= code && code <= 44143 || 44145 <= code && code <= 44171 || 44173 <= code && code <= 44199 || 44201 <= code && code <= 44227 || 44229 <= code && code <= 44255 || 44257 <= code && code <= 44283 || 44285 <= code && code <= 44311 || 44313 <= code && code <= 44339 || 44341 <= code && code <= 44367 || 44369 <= code && code <= 44395 || 44397 <= code && code <= 44423 || 44425 <= code && code <= 44451 || 44453 <= code && code <= 44479 || 44481 <= code && code <= 44507 || 44509 <= code && code <= 44535 || 44537 <= code && code <= 44563 || 44565 <= code && code <= 44591 || 44593 <= code && code <= 44619 || 44621 <= code && code <= 44647 || 44649 <= code && code <= 44675 || 44677 <= code && code <= 44703 || 44705 <= code && code <= 44731 || 44733 <= code && code <= 44759 || 44761 <= code && code <= 44787 || 44789 <= code && code <= 44815 || 44817 <= code && code <= 44843 || 44845 <= code && code <= 44871 || 44873 <= code && code <= 44899 || 44901 <= code && code <= 44927 || 44929 <= code && code <= 44955 || 44957 <= code && code <= 44983 || 44985 <= code && code <= 45011 || 45013 <= code && code <= 45039 || 45041 <= code && code <= 45067 || 45069 <= code && code <= 45095 || 45097 <= code && code <= 45123 || 45125 <= code && code <= 45151 || 45153 <= code && code <= 45179 || 45181 <= code && code <= 45207 || 45209 <= code && code <= 45235 || 45237 <= code && code <= 45263 || 45265 <= code && code <= 45291 || 45293 <= code && code <= 45319 || 45321 <= code && code <= 45347 || 45349 <= code && code <= 45375 || 45377 <= code && code <= 45403 || 45405 <= code && code <= 45431 || 45433 <= code && code <= 45459 || 45461 <= code && code <= 45487 || 45489 <= code && code <= 45515 || 45517 <= code && code <= 45543 || 45545 <= code && code <= 45571 || 45573 <= code && code <= 45599 || 45601 <= code && code <= 45627 || 45629 <= code && code <= 45655 || 45657 <= code && code <= 45683 || 45685 <= code && code <= 45711 || 45713 <= code && code <= 45739 || 45741 <= code && code <= 45767 || 45769 <= code && code <= 45795 || 45797 <= code && code <= 45823 || 45825 <= code && code <= 45851 || 45853 <= code && code <= 45879 || 45881 <= code && code <= 45907 || 45909 <= code && code <= 45935 || 45937 <= code && code <= 45963 || 45965 <= code && code <= 45991 || 45993 <= code && code <= 46019 || 46021 <= code && code <= 46047 || 46049 <= code && code <= 46075 || 46077 <= code && code <= 46103 || 46105 <= code && code <= 46131 || 46133 <= code && code <= 46159 || 46161 <= code && code <= 46187 || 46189 <= code && code <= 46215 || 46217 <= code && code <= 46243 || 46245 <= code && code <= 46271 || 46273 <= code && code <= 46299 || 46301 <= code && code <= 46327 || 46329 <= code && code <= 46355 || 46357 <= code && code <= 46383 || 46385 <= code && code <= 46411 || 46413 <= code && code <= 46439 || 46441 <= code && code <= 46467 || 46469 <= code && code <= 46495 || 46497 <= code && code <= 46523 || 46525 <= code && code <= 46551 || 46553 <= code && code <= 46579 || 46581 <= code && code <= 46607 || 46609 <= code && code <= 46635 || 46637 <= code && code <= 46663 || 46665 <= code && code <= 46691 || 46693 <= code && code <= 46719 || 46721 <= code && code <= 46747 || 46749 <= code && code <= 46775 || 46777 <= code && code <= 46803 || 46805 <= code && code <= 46831 || 46833 <= code && code <= 46859 || 46861 <= code && code <= 46887 || 46889 <= code && code <= 46915 || 46917 <= code && code <= 46943 || 46945 <= code && code <= 46971 || 46973 <= code && code <= 46999 || 47001 <= code && code <= 47027 || 47029 <= code && code <= 47055 || 47057 <= code && code <= 47083 || 47085 <= code && code <= 47111 || 47113 <= code && code <= 47139 || 47141 <= code && code <= 47167 || 47169 <= code && code <= 47195 || 47197 <= code && code <= 47223 || 47225 <= code && code <= 47251 || 47253 <= code && code <= 47279 || 47281 <= code && code <= 47307 || 47309 <= code && code <= 47335 || 47337 <= code && code <= 47363 || 47365 <= code && code <= 47391 || 47393 <= code && code <= 47419 || 47421 <= code && code <= 47447 || 47449 <= code && code <= 47475 || 47477 <= code && code <= 47503 || 47505 <= code && code <= 47531 || 47533 <= code && code <= 47559 || 47561 <= code && code <= 47587 || 47589 <= code && code <= 47615 || 47617 <= code && code <= 47643 || 47645 <= code && code <= 47671 || 47673 <= code && code <= 47699 || 47701 <= code && code <= 47727 || 47729 <= code && code <= 47755 || 47757 <= code && code <= 47783 || 47785 <= code && code <= 47811 || 47813 <= code && code <= 47839 || 47841 <= code && code <= 47867 || 47869 <= code && code <= 47895 || 47897 <= code && code <= 47923 || 47925 <= code && code <= 47951 || 47953 <= code && code <= 47979 || 47981 <= code && code <= 48007 || 48009 <= code && code <= 48035 || 48037 <= code && code <= 48063 || 48065 <= code && code <= 48091 || 48093 <= code && code <= 48119 || 48121 <= code && code <= 48147 || 48149 <= code && code <= 48175 || 48177 <= code && code <= 48203 || 48205 <= code && code <= 48231 || 48233 <= code && code <= 48259 || 48261 <= code && code <= 48287 || 48289 <= code && code <= 48315 || 48317 <= code && code <= 48343 || 48345 <= code && code <= 48371 || 48373 <= code && code <= 48399 || 48401 <= code && code <= 48427 || 48429 <= code && code <= 48455 || 48457 <= code && code <= 48483 || 48485 <= code && code <= 48511 || 48513 <= code && code <= 48539 || 48541 <= code && code <= 48567 || 48569 <= code && code <= 48595 || 48597 <= code && code <= 48623 || 48625 <= code && code <= 48651 || 48653 <= code && code <= 48679 || 48681 <= code && code <= 48707 || 48709 <= code && code <= 48735 || 48737 <= code && code <= 48763 || 48765 <= code && code <= 48791 || 48793 <= code && code <= 48819 || 48821 <= code && code <= 48847 || 48849 <= code && code <= 48875 || 48877 <= code && code <= 48903 || 48905 <= code && code <= 48931 || 48933 <= code && code <= 48959 || 48961 <= code && code <= 48987 || 48989 <= code && code <= 49015 || 49017 <= code && code <= 49043 || 49045 <= code && code <= 49071 || 49073 <= code && code <= 49099 || 49101 <= code && code <= 49127 || 49129 <= code && code <= 49155 || 49157 <= code && code <= 49183 || 49185 <= code && code <= 49211 || 49213 <= code && code <= 49239 || 49241 <= code && code <= 49267 || 49269 <= code && code <= 49295 || 49297 <= code && code <= 49323 || 49325 <= code && code <= 49351 || 49353 <= code && code <= 49379 || 49381 <= code && code <= 49407 || 49409 <= code && code <= 49435 || 49437 <= code && code <= 49463 || 49465 <= code && code <= 49491 || 49493 <= code && code <= 49519 || 49521 <= code && code <= 49547 || 49549 <= code && code <= 49575 || 49577 <= code && code <= 49603 || 49605 <= code && code <= 49631 || 49633 <= code && code <= 49659 || 49661 <= code && code <= 49687 || 49689 <= code && code <= 49715 || 49717 <= code && code <= 49743 || 49745 <= code && code <= 49771 || 49773 <= code && code <= 49799 || 49801 <= code && code <= 49827 || 49829 <= code && code <= 49855 || 49857 <= code && code <= 49883 || 49885 <= code && code <= 49911 || 49913 <= code && code <= 49939 || 49941 <= code && code <= 49967 || 49969 <= code && code <= 49995 || 49997 <= code && code <= 50023 || 50025 <= code && code <= 50051 || 50053 <= code && code <= 50079 || 50081 <= code && code <= 50107 || 50109 <= code && code <= 50135 || 50137 <= code && code <= 50163 || 50165 <= code && code <= 50191 || 50193 <= code && code <= 50219 || 50221 <= code && code <= 50247 || 50249 <= code && code <= 50275 || 50277 <= code && code <= 50303 || 50305 <= code && code <= 50331 || 50333 <= code && code <= 50359 || 50361 <= code && code <= 50387 || 50389 <= code && code <= 50415 || 50417 <= code && code <= 50443 || 50445 <= code && code <= 50471 || 50473 <= code && code <= 50499 || 50501 <= code && code <= 50527 || 50529 <= code && code <= 50555 || 50557 <= code && code <= 50583 || 50585 <= code && code <= 50611 || 50613 <= code && code <= 50639 || 50641 <= code && code <= 50667 || 50669 <= code && code <= 50695 || 50697 <= code && code <= 50723 || 50725 <= code && code <= 50751 || 50753 <= code && code <= 50779 || 50781 <= code && code <= 50807 || 50809 <= code && code <= 50835 || 50837 <= code && code <= 50863 || 50865 <= code && code <= 50891 || 50893 <= code && code <= 50919 || 50921 <= code && code <= 50947 || 50949 <= code && code <= 50975 || 50977 <= code && code <= 51003 || 51005 <= code && code <= 51031 || 51033 <= code && code <= 51059 || 51061 <= code && code <= 51087 || 51089 <= code && code <= 51115 || 51117 <= code && code <= 51143 || 51145 <= code && code <= 51171 || 51173 <= code && code <= 51199 || 51201 <= code && code <= 51227 || 51229 <= code && code <= 51255 || 51257 <= code && code <= 51283 || 51285 <= code && code <= 51311 || 51313 <= code && code <= 51339 || 51341 <= code && code <= 51367 || 51369 <= code && code <= 51395 || 51397 <= code && code <= 51423 || 51425 <= code && code <= 51451 || 51453 <= code && code <= 51479 || 51481 <= code && code <= 51507 || 51509 <= code && code <= 51535 || 51537 <= code && code <= 51563 || 51565 <= code && code <= 51591 || 51593 <= code && code <= 51619 || 51621 <= code && code <= 51647 || 51649 <= code && code <= 51675 || 51677 <= code && code <= 51703 || 51705 <= code && code <= 51731 || 51733 <= code && code <= 51759 || 51761 <= code && code <= 51787 || 51789 <= code && code <= 51815 || 51817 <= code && code <= 51843 || 51845 <= code && code <= 51871 || 51873 <= code && code <= 51899 || 51901 <= code && code <= 51927 || 51929 <= code && code <= 51955 || 51957 <= code && code <= 51983 || 51985 <= code && code <= 52011 || 52013 <= code && code <= 52039 || 52041 <= code && code <= 52067 || 52069 <= code && code <= 52095 || 52097 <= code && code <= 52123 || 52125 <= code && code <= 52151 || 52153 <= code && code <= 52179 || 52181 <= code && code <= 52207 || 52209 <= code && code <= 52235 || 52237 <= code && code <= 52263 || 52265 <= code && code <= 52291 || 52293 <= code && code <= 52319 || 52321 <= code && code <= 52347 || 52349 <= code && code <= 52375 || 52377 <= code && code <= 52403 || 52405 <= code && code <= 52431 || 52433 <= code && code <= 52459 || 52461 <= code && code <= 52487 || 52489 <= code && code <= 52515 || 52517 <= code && code <= 52543 || 52545 <= code && code <= 52571 || 52573 <= code && code <= 52599 || 52601 <= code && code <= 52627 || 52629 <= code && code <= 52655 || 52657 <= code && code <= 52683 || 52685 <= code && code <= 52711 || 52713 <= code && code <= 52739 || 52741 <= code && code <= 52767 || 52769 <= code && code <= 52795 || 52797 <= code && code <= 52823 || 52825 <= code && code <= 52851 || 52853 <= code && code <= 52879 || 52881 <= code && code <= 52907 || 52909 <= code && code <= 52935 || 52937 <= code && code <= 52963 || 52965 <= code && code <= 52991 || 52993 <= code && code <= 53019 || 53021 <= code && code <= 53047 || 53049 <= code && code <= 53075 || 53077 <= code && code <= 53103 || 53105 <= code && code <= 53131 || 53133 <= code && code <= 53159 || 53161 <= code && code <= 53187 || 53189 <= code && code <= 53215 || 53217 <= code && code <= 53243 || 53245 <= code && code <= 53271 || 53273 <= code && code <= 53299 || 53301 <= code && code <= 53327 || 53329 <= code && code <= 53355 || 53357 <= code && code <= 53383 || 53385 <= code && code <= 53411 || 53413 <= code && code <= 53439 || 53441 <= code && code <= 53467 || 53469 <= code && code <= 53495 || 53497 <= code && code <= 53523 || 53525 <= code && code <= 53551 || 53553 <= code && code <= 53579 || 53581 <= code && code <= 53607 || 53609 <= code && code <= 53635 || 53637 <= code && code <= 53663 || 53665 <= code && code <= 53691 || 53693 <= code && code <= 53719 || 53721 <= code && code <= 53747 || 53749 <= code && code <= 53775 || 53777 <= code && code <= 53803 || 53805 <= code && code <= 53831 || 53833 <= code && code <= 53859 || 53861 <= code && code <= 53887 || 53889 <= code && code <= 53915 || 53917 <= code && code <= 53943 || 53945 <= code && code <= 53971 || 53973 <= code && code <= 53999 || 54001 <= code && code <= 54027 || 54029 <= code && code <= 54055 || 54057 <= code && code <= 54083 || 54085 <= code && code <= 54111 || 54113 <= code && code <= 54139 || 54141 <= code && code <= 54167 || 54169 <= code && code <= 54195 || 54197 <= code && code <= 54223 || 54225 <= code && code <= 54251 || 54253 <= code && code <= 54279 || 54281 <= code && code <= 54307 || 54309 <= code && code <= 54335 || 54337 <= code && code <= 54363 || 54365 <= code && code <= 54391 || 54393 <= code && code <= 54419 || 54421 <= code && code <= 54447 || 54449 <= code && code <= 54475 || 54477 <= code && code <= 54503 || 54505 <= code && code <= 54531 || 54533 <= code && code <= 54559 || 54561 <= code && code <= 54587 || 54589 <= code && code <= 54615 || 54617 <= code && code <= 54643 || 54645 <= code && code <= 54671 || 54673 <= code && code <= 54699 || 54701 <= code && code <= 54727 || 54729 <= code && code <= 54755 || 54757 <= code && code <= 54783 || 54785 <= code && code <= 54811 || 54813 <= code && code <= 54839 || 54841 <= code && code <= 54867 || 54869 <= code && code <= 54895 || 54897 <= code && code <= 54923 || 54925 <= code && code <= 54951 || 54953 <= code && code <= 54979 || 54981 <= code && code <= 55007 || 55009 <= code && code <= 55035 || 55037 <= code && code <= 55063 || 55065 <= code && code <= 55091 || 55093 <= code && code <= 55119 || 55121 <= code && code <= 55147 || 55149 <= code && code <= 55175 || 55177 <= code && code <= 55203) return LVT;
			if (9757 == code || 9977 == code || 9994 <= code && code <= 9997 || 127877 == code || 127938 <= code && code <= 127940 || 127943 == code || 127946 <= code && code <= 127948 || 128066 <= code && code <= 128067 || 128070 <= code && code <= 128080 || 128110 == code || 128112 <= code && code <= 128120 || 128124 == code || 128129 <= code && code <= 128131 || 128133 <= code && code <= 128135 || 128170 == code || 128372 <= code && code <= 128373 || 128378 == code || 128400 == code || 128405 <= code && code <= 128406 || 128581 <= code && code <= 128583 || 128587 <= code && code <= 128591 || 128675 == code || 128692 <= code && code <= 128694 || 128704 == code || 128716 == code || 129304 <= code && code <= 129308 || 129310 <= code && code <= 129311 || 129318 == code || 129328 <= code && code <= 129337 || 129341 <= code && code <= 129342 || 129489 <= code && code <= 129501) return E_Base;
			if (127995 <= code && code <= 127999) return E_Modifier;
			if (8205 == code) return ZWJ;
			if (9792 == code || 9794 == code || 9877 <= code && code <= 9878 || 9992 == code || 10084 == code || 127752 == code || 127806 == code || 127859 == code || 127891 == code || 127908 == code || 127912 == code || 127979 == code || 127981 == code || 128139 == code || 128187 <= code && code <= 128188 || 128295 == code || 128300 == code || 128488 == code || 128640 == code || 128658 == code) return Glue_After_Zwj;
			if (128102 <= code && code <= 128105) return E_Base_GAZ;
			return Other;
		}
		return this;
	}
	if (typeof module != "undefined" && module.exports) module.exports = GraphemeSplitter;
}));

// node_modules/sms-segments-calculator/dist/libs/textUtils.js
var require_textUtils = /* @__PURE__ */ __commonJSMin(((exports, module, this$2) => {
	var __importDefault = this$2 && this$2.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.countUtf8Bytes = exports.splitGraphemes = void 0;
	var grapheme_splitter_1 = __importDefault(require_grapheme_splitter());
	var splitGraphemes = function(message) {
		return new grapheme_splitter_1.default().splitGraphemes(message).reduce(function(accumulator, grapheme) {
			var result = grapheme === "\r\n" ? grapheme.split("") : [grapheme];
			return accumulator.concat(result);
		}, []);
	};
	exports.splitGraphemes = splitGraphemes;
	var utf8ByteLength = function(codePoint) {
		if (codePoint <= 127) return 1;
		if (codePoint <= 2047) return 2;
		if (codePoint <= 65535) return 3;
		return 4;
	};
	var countUtf8Bytes = function(message) {
		if (typeof TextEncoder !== "undefined") return new TextEncoder().encode(message).length;
		return Array.from(message).reduce(function(bytes, char) {
			var code = char.codePointAt(0);
			return bytes + (code === void 0 ? 0 : utf8ByteLength(code));
		}, 0);
	};
	exports.countUtf8Bytes = countUtf8Bytes;
}));

// node_modules/sms-segments-calculator/dist/libs/SegmentedMessage.js
var require_SegmentedMessage = /* @__PURE__ */ __commonJSMin(((exports, module, this$1) => {
	var __read = this$1 && this$1.__read || function(o, n) {
		var m = typeof Symbol === "function" && o[Symbol.iterator];
		if (!m) return o;
		var i = m.call(o), r, ar = [], e;
		try {
			while ((n === void 0 || n-- > 0) && !(r = i.next()).done) ar.push(r.value);
		} catch (error) {
			e = { error };
		} finally {
			try {
				if (r && !r.done && (m = i["return"])) m.call(i);
			} finally {
				if (e) throw e.error;
			}
		}
		return ar;
	};
	var __spreadArray = this$1 && this$1.__spreadArray || function(to, from, pack) {
		if (pack || arguments.length === 2) {
			for (var i = 0, l = from.length, ar; i < l; i++) if (ar || !(i in from)) {
				if (!ar) ar = Array.prototype.slice.call(from, 0, i);
				ar[i] = from[i];
			}
		}
		return to.concat(ar || Array.prototype.slice.call(from));
	};
	var __values = this$1 && this$1.__values || function(o) {
		var s = typeof Symbol === "function" && Symbol.iterator, m = s && o[s], i = 0;
		if (m) return m.call(o);
		if (o && typeof o.length === "number") return { next: function() {
			if (o && i >= o.length) o = void 0;
			return {
				value: o && o[i++],
				done: !o
			};
		} };
		throw new TypeError(s ? "Object is not iterable." : "Symbol.iterator is not defined.");
	};
	var __importDefault = this$1 && this$1.__importDefault || function(mod) {
		return mod && mod.__esModule ? mod : { "default": mod };
	};
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SegmentedMessage = void 0;
	var Segment_1 = __importDefault(require_Segment());
	var EncodedChar_1 = __importDefault(require_EncodedChar());
	var UnicodeToGSM_1 = __importDefault(require_UnicodeToGSM());
	var SmartEncodingMap_1 = __importDefault(require_SmartEncodingMap());
	var textUtils_1 = require_textUtils();
	var validEncodingValues = [
		"GSM-7",
		"UCS-2",
		"auto"
	];
	/**
	* Class representing a segmented SMS
	*/
	var SegmentedMessage = function() {
		/**
		*
		* Create a new segmented message from a string
		*
		* @param {string} message Body of the message
		* @param {boolean} [encoding] Optional: encoding. It can be 'GSM-7', 'UCS-2', 'auto'. Default value: 'auto'
		* @param {boolean} smartEncoding Optional: whether or not Twilio's [Smart Encoding](https://www.twilio.com/docs/messaging/services#smart-encoding) is emulated. Default value: false
		* @property {number} numberOfUnicodeScalars  Number of Unicode Scalars (i.e. unicode pairs) the message is made of
		*/
		function SegmentedMessage(message, encoding, smartEncoding) {
			if (encoding === void 0) encoding = "auto";
			if (smartEncoding === void 0) smartEncoding = false;
			if (!validEncodingValues.includes(encoding)) throw new Error("Encoding ".concat(encoding, " not supported. Valid values for encoding are ").concat(validEncodingValues.join(", ")));
			if (smartEncoding) message = __spreadArray([], __read(message), false).map(function(char) {
				return SmartEncodingMap_1.default[char] === void 0 ? char : SmartEncodingMap_1.default[char];
			}).join("");
			/**
			* @property {string[]} graphemes Graphemes (array of strings) the message have been split into
			*/
			this.graphemes = (0, textUtils_1.splitGraphemes)(message);
			/**
			* @property {number} numberOfUnicodeScalars  Number of Unicode Scalars (i.e. unicode pairs) the message is made of
			* Some characters (e.g. extended emoji) can be made of more than one unicode pair
			*/
			this.numberOfUnicodeScalars = __spreadArray([], __read(message), false).length;
			/**
			* @property {string} encoding Encoding set in the constructor for the message. Allowed values: 'GSM-7', 'UCS-2', 'auto'.
			* @private
			*/
			this.encoding = encoding;
			if (this.encoding === "auto")
 /**
			* @property {string} encodingName Calculated encoding name. It can be: "GSM-7" or "UCS-2"
			*/
			this.encodingName = this._hasAnyUCSCharacters(this.graphemes) ? "UCS-2" : "GSM-7";
			else {
				if (encoding === "GSM-7" && this._hasAnyUCSCharacters(this.graphemes)) throw new Error("The string provided is incompatible with GSM-7 encoding");
				this.encodingName = this.encoding;
			}
			/**
			* @property {string[]} encodedChars Array of encoded characters composing the message
			*/
			this.encodedChars = this._encodeChars(this.graphemes);
			/**
			* @property {number} numberOfCharacters Number of characters in the message. Each character count as 1 except for
			* the characters in the GSM extension character set.
			*/
			this.numberOfCharacters = this.encodingName === "UCS-2" ? this.graphemes.length : this._countCodeUnits(this.encodedChars);
			/**
			* @property {object[]} segments Array of segment(s) the message have been segmented into
			*/
			this.segments = this._buildSegments(this.encodedChars);
			/**
			* @property {LineBreakStyle} lineBreakStyle message line break style
			*/
			this.lineBreakStyle = this._detectLineBreakStyle(message);
			/**
			* @property {string[]} warnings message line break style
			*/
			this.warnings = this._checkForWarnings();
		}
		/**
		* Internal method to check if the message has any non-GSM7 characters
		*
		* @param {string[]} graphemes Message body
		* @returns {boolean} True if there are non-GSM-7 characters
		* @private
		*/
		SegmentedMessage.prototype._hasAnyUCSCharacters = function(graphemes) {
			var e_1, _a;
			var result = false;
			try {
				for (var graphemes_1 = __values(graphemes), graphemes_1_1 = graphemes_1.next(); !graphemes_1_1.done; graphemes_1_1 = graphemes_1.next()) {
					var grapheme = graphemes_1_1.value;
					if (grapheme.length >= 2 || grapheme.length === 1 && !UnicodeToGSM_1.default[grapheme.charCodeAt(0)]) {
						result = true;
						break;
					}
				}
			} catch (e_1_1) {
				e_1 = { error: e_1_1 };
			} finally {
				try {
					if (graphemes_1_1 && !graphemes_1_1.done && (_a = graphemes_1.return)) _a.call(graphemes_1);
				} finally {
					if (e_1) throw e_1.error;
				}
			}
			return result;
		};
		/**
		* Internal method used to build message's segment(s)
		*
		* @param {object[]} encodedChars Array of EncodedChar
		* @returns {object[]} Array of Segment
		* @private
		*/
		SegmentedMessage.prototype._buildSegments = function(encodedChars) {
			var e_2, _a;
			var segments = [];
			segments.push(new Segment_1.default());
			var currentSegment = segments[0];
			try {
				for (var encodedChars_1 = __values(encodedChars), encodedChars_1_1 = encodedChars_1.next(); !encodedChars_1_1.done; encodedChars_1_1 = encodedChars_1.next()) {
					var encodedChar = encodedChars_1_1.value;
					if (currentSegment.freeSizeInBits() < encodedChar.sizeInBits()) {
						segments.push(new Segment_1.default(true));
						currentSegment = segments[segments.length - 1];
						var previousSegment = segments[segments.length - 2];
						if (!previousSegment.hasUserDataHeader) previousSegment.addHeader().forEach(function(char) {
							return currentSegment.push(char);
						});
					}
					currentSegment.push(encodedChar);
				}
			} catch (e_2_1) {
				e_2 = { error: e_2_1 };
			} finally {
				try {
					if (encodedChars_1_1 && !encodedChars_1_1.done && (_a = encodedChars_1.return)) _a.call(encodedChars_1);
				} finally {
					if (e_2) throw e_2.error;
				}
			}
			return segments;
		};
		/**
		* Return the encoding of the message segment
		*
		* @returns {string} Encoding for the message segment(s)
		*/
		SegmentedMessage.prototype.getEncodingName = function() {
			return this.encodingName;
		};
		/**
		* Internal method to create an array of EncodedChar from a string
		*
		* @param {string[]} graphemes Array of graphemes representing the message
		* @returns {object[]} Array of EncodedChar
		* @private
		*/
		SegmentedMessage.prototype._encodeChars = function(graphemes) {
			var e_3, _a;
			var encodedChars = [];
			try {
				for (var graphemes_2 = __values(graphemes), graphemes_2_1 = graphemes_2.next(); !graphemes_2_1.done; graphemes_2_1 = graphemes_2.next()) {
					var grapheme = graphemes_2_1.value;
					encodedChars.push(new EncodedChar_1.default(grapheme, this.encodingName));
				}
			} catch (e_3_1) {
				e_3 = { error: e_3_1 };
			} finally {
				try {
					if (graphemes_2_1 && !graphemes_2_1.done && (_a = graphemes_2.return)) _a.call(graphemes_2);
				} finally {
					if (e_3) throw e_3.error;
				}
			}
			return encodedChars;
		};
		/**
		* Internal method to count the total number of code units of the message
		*
		* @param {EncodedChar[]} encodedChars Encoded message body
		* @returns {number} The total number of code units
		* @private
		*/
		SegmentedMessage.prototype._countCodeUnits = function(encodedChars) {
			return encodedChars.reduce(function(acumulator, nextEncodedChar) {
				return acumulator + nextEncodedChar.codeUnits.length;
			}, 0);
		};
		Object.defineProperty(SegmentedMessage.prototype, "totalSize", {
			/**
			* @returns {number} Total size of the message in bits (including User Data Header if present)
			*/
			get: function() {
				var e_4, _a;
				var size = 0;
				try {
					for (var _b = __values(this.segments), _c = _b.next(); !_c.done; _c = _b.next()) {
						var segment = _c.value;
						size += segment.sizeInBits();
					}
				} catch (e_4_1) {
					e_4 = { error: e_4_1 };
				} finally {
					try {
						if (_c && !_c.done && (_a = _b.return)) _a.call(_b);
					} finally {
						if (e_4) throw e_4.error;
					}
				}
				return size;
			},
			enumerable: false,
			configurable: true
		});
		Object.defineProperty(SegmentedMessage.prototype, "messageSize", {
			/**
			* @returns {number} Total size of the message in bits (excluding User Data Header if present)
			*/
			get: function() {
				var e_5, _a;
				var size = 0;
				try {
					for (var _b = __values(this.segments), _c = _b.next(); !_c.done; _c = _b.next()) {
						var segment = _c.value;
						size += segment.messageSizeInBits();
					}
				} catch (e_5_1) {
					e_5 = { error: e_5_1 };
				} finally {
					try {
						if (_c && !_c.done && (_a = _b.return)) _a.call(_b);
					} finally {
						if (e_5) throw e_5.error;
					}
				}
				return size;
			},
			enumerable: false,
			configurable: true
		});
		Object.defineProperty(SegmentedMessage.prototype, "segmentsCount", {
			/**
			*
			* @returns {number} Number of segments
			*/
			get: function() {
				return this.segments.length;
			},
			enumerable: false,
			configurable: true
		});
		/**
		*
		* @returns {string[]} Array of characters representing the non GSM-7 characters in the message body
		*/
		SegmentedMessage.prototype.getNonGsmCharacters = function() {
			return this.encodedChars.filter(function(encodedChar) {
				return !encodedChar.isGSM7;
			}).map(function(encodedChar) {
				return encodedChar.raw;
			});
		};
		/**
		* Internal method to check the line break styled used in the passed message
		*
		* @param {string} message Message body
		* @returns {LineBreakStyle} The libre break style name LF or CRLF
		* @private
		*/
		SegmentedMessage.prototype._detectLineBreakStyle = function(message) {
			var hasWindowsStyle = message.includes("\r\n");
			var hasUnixStyle = message.replace(/\r\n/g, "").includes("\n");
			var mixedStyle = hasWindowsStyle && hasUnixStyle;
			if (!hasWindowsStyle && !hasUnixStyle) return;
			if (mixedStyle) return "LF+CRLF";
			return hasUnixStyle ? "LF" : "CRLF";
		};
		/**
		* Internal method to check the line break styled used in the passed message
		*
		* @returns {string[]} The libre break style name LF or CRLF
		* @private
		*/
		SegmentedMessage.prototype._checkForWarnings = function() {
			var warnings = [];
			if (this.lineBreakStyle) warnings.push("The message has line breaks, the web page utility only supports LF style. If you insert a CRLF it will be converted to LF.");
			return warnings;
		};
		return SegmentedMessage;
	}();
	exports.SegmentedMessage = SegmentedMessage;
}));

// node_modules/sms-segments-calculator/dist/libs/RcsSegmentedMessage.js
var require_RcsSegmentedMessage = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.RcsSegmentedMessage = void 0;
	var textUtils_1 = require_textUtils();
	var RCS_SEGMENT_CAPACITY_BYTES = 160;
	var RCS_SINGLE_CAPACITY_BYTES = 1600;
	var VALID_REGIONS = ["us", "international"];
	var RcsSegmentedMessage = function() {
		function RcsSegmentedMessage(message, region) {
			if (region === void 0) region = "us";
			this.encodingName = "UTF-8";
			if (!VALID_REGIONS.includes(region)) throw new Error("Invalid region \"".concat(region, "\". Must be one of: ").concat(VALID_REGIONS.join(", ")));
			this.message = message;
			this.region = region;
			var utf8Bytes = (0, textUtils_1.countUtf8Bytes)(message);
			this.numberOfBytes = utf8Bytes;
			this.messageSize = utf8Bytes * 8;
			this.totalSize = this.messageSize;
			if (utf8Bytes === 0) {
				this.segmentsCount = 0;
				this.messageType = region === "us" ? "Rich" : "Basic";
				this.segments = [];
				return;
			}
			if (region === "us") {
				this.segmentsCount = Math.ceil(utf8Bytes / RCS_SEGMENT_CAPACITY_BYTES);
				this.messageType = "Rich";
				this.segments = [];
				var remaining = utf8Bytes;
				for (var index = 0; index < this.segmentsCount; index += 1) {
					var used = Math.min(RCS_SEGMENT_CAPACITY_BYTES, remaining);
					this.segments.push({
						index,
						capacity: RCS_SEGMENT_CAPACITY_BYTES,
						used
					});
					remaining -= used;
				}
			} else {
				this.segmentsCount = 1;
				var isBasic = utf8Bytes <= RCS_SEGMENT_CAPACITY_BYTES;
				this.messageType = isBasic ? "Basic" : "Single";
				var capacity = isBasic ? RCS_SEGMENT_CAPACITY_BYTES : RCS_SINGLE_CAPACITY_BYTES;
				this.segments = [{
					index: 0,
					capacity,
					used: utf8Bytes
				}];
			}
		}
		return RcsSegmentedMessage;
	}();
	exports.RcsSegmentedMessage = RcsSegmentedMessage;
}));

// node_modules/sms-segments-calculator/dist/index.js
var require_dist = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.RcsSegmentedMessage = exports.SegmentedMessage = void 0;
	var SegmentedMessage_1 = require_SegmentedMessage();
	Object.defineProperty(exports, "SegmentedMessage", {
		enumerable: true,
		get: function() {
			return SegmentedMessage_1.SegmentedMessage;
		}
	});
	var RcsSegmentedMessage_1 = require_RcsSegmentedMessage();
	Object.defineProperty(exports, "RcsSegmentedMessage", {
		enumerable: true,
		get: function() {
			return RcsSegmentedMessage_1.RcsSegmentedMessage;
		}
	});
}));

// server/texts/segments.ts
var import_dist = require_dist();
/** Characters of GSM-7 that take one septet each; most texts consist of them. */
const plain = /^[A-Za-z0-9 \n\r!"#$%&'()*+,\-./:;<=>?@_]*$/;
/** Every character of GSM-7. */
const gsm7 = /^[\n\f\r -_a-~¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ€]*$/;
/** Characters of GSM-7 that take two septets. */
const extended = /[\f[\\\]^{|}~€]/g;
/** The maximum length that the library measures, in UTF-16 code units. Providers accept less as one message. */
const maxExactLength = 1600;
/** Measures a text as the carrier does. An empty text, as with a picture, is one segment. */
function measureText(body) {
	if (plain.test(body)) return {
		segments: countSegments(body.length, 160, 153),
		encoding: "GSM-7"
	};
	if (body.length > maxExactLength) return measureLong(body);
	const { segmentsCount, encodingName } = new import_dist.SegmentedMessage(body);
	return {
		segments: segmentsCount,
		encoding: encodingName
	};
}
/**
* Measures a text that is too long for one message, in linear time. The library needs seconds for a callback of maximum
* size. The result is less exact: a character of several units may be divided between two segments.
*/
function measureLong(body) {
	if (!gsm7.test(body)) return {
		segments: countSegments(body.length, 70, 67),
		encoding: "UCS-2"
	};
	const septets = body.length + (body.match(extended)?.length ?? 0);
	return {
		segments: countSegments(septets, 160, 153),
		encoding: "GSM-7"
	};
}
/** Each segment of a divided text has a header, so it holds fewer units. */
const countSegments = (units, whole, divided) => units <= whole ? 1 : Math.ceil(units / divided);

// page/text-box.tsx
/** The most characters of a text. */
const maxLength = 1600;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** A box for a text, with its length and what became of it. Enter sends, Shift and Enter break the line. */
function TextBox(props) {
	const { draft: name, label, button = "Send", initial = "", canWait = false, onSend } = props;
	const [draft, setDraft] = d(() => findDraft(sessionStorage, name) ?? { text: initial });
	const { text, sendAt, unknownKey } = draft;
	const [isSending, setSending] = d(false);
	const [failure, setFailure] = d();
	const pause = usePause(failure);
	const isUnknown = unknownKey !== void 0 && !isSending;
	const isTooLong = [...text].length > maxLength;
	const isReady = !isSending && pause === 0 && text.trim() !== "" && !isTooLong && sendAt !== "";
	const action = isUnknown ? "Repeat" : sendAt === void 0 ? button : "Schedule";
	const [count, problem] = [P(), P()];
	const keep = (next) => {
		keepDraft(sessionStorage, name, next);
		setDraft(next);
	};
	async function sendText(event) {
		event.preventDefault();
		if (!isReady || !onSend) return;
		setSending(true);
		setFailure(void 0);
		const { failure, unknownKey: key } = await onSend(draft);
		setSending(false);
		setFailure(failure);
		const isStored = failure === void 0 || failure.code === "message_failed";
		keep(isStored ? { text: "" } : {
			text,
			sendAt,
			unknownKey: key
		});
	}
	return /* @__PURE__ */ a("form", {
		onSubmit: sendText,
		children: [
			/* @__PURE__ */ a("textarea", {
				"aria-label": label,
				"aria-describedby": count,
				placeholder: label,
				dir: "auto",
				rows: 2,
				value: text,
				readOnly: isSending || isUnknown,
				onInput: (event) => keep({
					text: event.currentTarget.value,
					sendAt
				}),
				onKeyDown: (event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && void sendText(event)
			}),
			/* @__PURE__ */ a("div", {
				class: "row",
				children: [
					/* @__PURE__ */ a("p", {
						id: count,
						class: isTooLong ? "count small too-long" : "count small",
						children: /* @__PURE__ */ a(Count, { text })
					}),
					canWait && !isSending && !isUnknown && /* @__PURE__ */ a(Switch, {
						label: "Send later",
						isOn: sendAt !== void 0,
						onChange: (on) => keep(on ? {
							text,
							sendAt: ""
						} : { text })
					}),
					isUnknown && /* @__PURE__ */ a(Button, {
						label: "Change the text",
						onClick: () => keep({
							text,
							sendAt
						})
					}),
					/* @__PURE__ */ a("button", {
						type: "submit",
						class: "primary",
						disabled: !isReady || !onSend,
						children: isSending ? "Sending…" : pause > 0 ? `Wait ${pause} s` : action
					})
				]
			}),
			sendAt !== void 0 && /* @__PURE__ */ a("label", { children: [`Send at (${zone})`, /* @__PURE__ */ a("input", {
				type: "datetime-local",
				required: true,
				"aria-invalid": failure?.code === "invalid_send_at",
				"aria-describedby": problem,
				value: sendAt,
				readOnly: isSending || isUnknown,
				onInput: (event) => keep({
					text,
					sendAt: event.currentTarget.value
				})
			})] }),
			isUnknown && /* @__PURE__ */ a("p", {
				class: "warning",
				role: "alert",
				children: "It is not known whether this text was sent. “Repeat” is safe: it goes out at most once. A changed text is another."
			}),
			failure && failure.code !== "license_inactive" && /* @__PURE__ */ a("div", {
				id: problem,
				children: /* @__PURE__ */ a(FailureNote, { failure })
			})
		]
	});
}
/** The length and the segments of a text as the carrier has them, and the first character that is not in GSM-7. */
function Count({ text }) {
	const { segments, encoding } = measureText(text);
	const cause = [...text].find((character) => measureText(character).encoding === "UCS-2");
	const parts = [`${[...text].length} / ${maxLength}`];
	if (text !== "") parts.push(`${segments} segment${segments === 1 ? "" : "s"}`, encoding);
	return /* @__PURE__ */ a($, { children: [
		parts.join(" · "),
		cause !== void 0 && " because of ",
		cause !== void 0 && /* @__PURE__ */ a("bdi", { children: cause })
	] });
}
/** The seconds that are left of the pause that a refusal for the rate asks for. */
function usePause(failure) {
	const [left, setLeft] = d(0);
	A(() => {
		if (failure?.code === "rate_limited") setLeft(Math.ceil(failure.retryAfterSeconds ?? 1));
	}, [failure]);
	A(() => {
		if (left === 0) return;
		const timer = setTimeout(() => setLeft(left - 1), 1e3);
		return () => clearTimeout(timer);
	}, [left]);
	return left;
}

// page/new-text.tsx
/** A text to somebody who may have no thread yet. */
function NewText({ title, phone = "", text = "", canWait = false, onSent }) {
	const { api } = usePage();
	const [given, setGiven] = d(phone);
	const [sender, setSender] = d("");
	const { value: numbers = [], failure } = useNumbers();
	const field = T(null);
	A(() => {
		if (phone === "") field.current.focus();
	}, []);
	const phone_number = given.replaceAll(/[\s().-]/g, "");
	const onSend = (draft) => sendText(api, draft, {
		phone_number,
		...sender !== "" && { sender }
	}, (thread) => onSent(phone_number, thread));
	return /* @__PURE__ */ a("section", {
		class: "card new-text",
		"aria-label": title,
		children: [
			/* @__PURE__ */ a("h2", { children: title }),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			/* @__PURE__ */ a("label", { children: ["To", /* @__PURE__ */ a("input", {
				type: "tel",
				placeholder: "+12025550123",
				autocomplete: "off",
				ref: field,
				value: given,
				onInput: (event) => setGiven(event.currentTarget.value)
			})] }),
			numbers.length > 1 && /* @__PURE__ */ a("label", { children: ["From", /* @__PURE__ */ a("select", {
				value: sender,
				onChange: (event) => setSender(event.currentTarget.value),
				children: [/* @__PURE__ */ a("option", {
					value: "",
					children: "The number of the conversation, or the primary one"
				}), numbers.map(({ id, name, phoneNumber }) => /* @__PURE__ */ a("option", {
					value: id,
					children: `${cleanLine(name)} ${phoneNumber}`
				}, id))]
			})] }),
			/* @__PURE__ */ a(TextBox, {
				draft: "new",
				label: "Text",
				initial: text,
				canWait,
				onSend: phone_number === "" ? void 0 : onSend
			})
		]
	});
}
/** The active business numbers of the team; none if the key may not read them. */
function useNumbers() {
	const { api, can } = usePage();
	return useRead(async () => {
		if (!can("numbers:read")) return [];
		return (await api.GET("/api/business-numbers", { params: { query: {
			status: "active",
			per_page: 100
		} } })).data.businessNumbers;
	});
}

// page/inbox/approvals.tsx
/** How often the list is read, in milliseconds. The events of approvals go only to readers that name them. */
const pollMilliseconds$1 = 5e3;
/** The most texts that are shown. */
const maxShown$1 = 100;
/** The texts that wait for an approval, the oldest first, with what decides about each. */
function ApprovalsView() {
	const { api } = usePage();
	const [refusal, setRefusal] = d();
	const [busy, setBusy] = d();
	const { value, failure, refresh } = usePolledRead(async () => (await api.GET("/api/approvals", { params: { query: { per_page: maxShown$1 } } })).data.approvals, pollMilliseconds$1);
	async function decide(id, approves) {
		setBusy(id);
		const path = { id };
		const { failure } = await attempt((header) => {
			const given = {
				params: {
					path,
					header
				},
				body: {}
			};
			return approves ? api.POST("/api/approvals/{id}/approve", given) : api.POST("/api/approvals/{id}/reject", given);
		});
		setRefusal(failure);
		await refresh();
		setBusy(void 0);
	}
	const problem = refusal ?? failure;
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "Approvals",
		children: [
			/* @__PURE__ */ a("h2", { children: "Texts that wait for an approval" }),
			problem && /* @__PURE__ */ a(FailureNote, { failure: problem }),
			value?.length === 0 && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: "No text waits for an approval."
			}),
			value?.length === maxShown$1 && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: `These are the ${maxShown$1} that wait longest.`
			}),
			/* @__PURE__ */ a("ul", {
				class: "waiting stack",
				"aria-label": "Texts that wait for an approval",
				children: value?.map(({ id, to, contactName, keyName, body, media, sendAt, expiresAt }) => /* @__PURE__ */ a("li", {
					class: "bubble stack",
					children: [
						/* @__PURE__ */ a("p", { children: [
							"To ",
							/* @__PURE__ */ a(Name, { value: contactName ?? to }),
							contactName !== null && ` ${to}`,
							", asked for by ",
							/* @__PURE__ */ a(Name, { value: keyName ?? "a key that is gone" })
						] }),
						/* @__PURE__ */ a(Body, { value: body }),
						/* @__PURE__ */ a("p", {
							class: "row quiet small",
							children: [
								media.length > 0 && /* @__PURE__ */ a("span", { children: `${media.length} attached` }),
								sendAt && /* @__PURE__ */ a("span", { children: "goes out at" }),
								sendAt && /* @__PURE__ */ a(Time, {
									value: sendAt,
									withDay: true
								}),
								/* @__PURE__ */ a("span", { children: "expires at" }),
								/* @__PURE__ */ a(Time, {
									value: expiresAt,
									withDay: true
								}),
								/* @__PURE__ */ a(Button, {
									label: "Approve",
									class: "small",
									disabled: busy === id,
									onClick: () => decide(id, true)
								}),
								/* @__PURE__ */ a(Button, {
									label: "Decline",
									class: "small",
									disabled: busy === id,
									onClick: () => decide(id, false)
								})
							]
						})
					]
				}, id))
			})
		]
	});
}

// page/inbox/contact.tsx
/** Codes that mean that several contacts are meant. Only a person can say which one. */
const conflicts = [...[
	"multiple_contacts_found",
	"ambiguous_contact_match",
	"contact_identity_conflict"
], ...["duplicate_contact_phone", "external_id_conflict"]];
/** The contact with a phone: shows it, and changes or creates it. A sender that is no phone number has none. */
function ContactPanel({ phone }) {
	const { api, can } = usePage();
	const [refusal, setRefusal] = d();
	const isPhone = /^\+[1-9]\d{6,14}$/.test(phone);
	const { value, failure, refresh } = useLiveRead(async () => {
		if (!isPhone) return null;
		return (await api.GET("/api/contacts/by-phone/{phone}", { params: { path: { phone } } })).data.contact;
	}, phone, ({ type }) => type.startsWith("contact."));
	async function save({ company, role, ...given }) {
		const { failure } = await attempt((header) => {
			if (value) {
				const path = { id: value.id };
				return api.PATCH("/api/contacts/{id}", {
					params: {
						path,
						header
					},
					body: {
						company,
						role,
						...given
					}
				});
			}
			const body = {
				...given,
				phones: [phone],
				...company && { company },
				...role && { role }
			};
			return api.POST("/api/contacts/upsert", {
				params: { header },
				body
			});
		});
		setRefusal(failure);
		if (!failure) await refresh();
	}
	const problem = refusal ?? failure;
	return /* @__PURE__ */ a("section", {
		class: "stack",
		"aria-label": "Contact",
		children: [
			/* @__PURE__ */ a("h3", { children: "Contact" }),
			problem && /* @__PURE__ */ a(FailureNote, {
				failure: problem,
				children: conflicts.includes(problem.code) && /* @__PURE__ */ a(Conflicting, { phone })
			}),
			value === null && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: isPhone ? "No contact has this phone." : "This sender is not a phone."
			}),
			isPhone && value !== void 0 && (value || can("contacts:write")) && /* @__PURE__ */ a(Card, {
				contact: value,
				isReadOnly: !can("contacts:write"),
				onSave: save
			}, value?.updatedAt ?? "")
		]
	});
}
/** Names the contacts of a conflict. */
function Conflicting({ phone }) {
	const { api } = usePage();
	const { value } = useRead(async () => (await api.GET("/api/contacts", { params: { query: {
		query: phone,
		per_page: 10
	} } })).data);
	return value ? /* @__PURE__ */ a("p", { children: ["Contacts with this phone: ", /* @__PURE__ */ a(Name, { value: value.contacts.map(({ name }) => name).join(", ") })] }) : null;
}
/** The fields of a contact, of which those that few need to change are only shown. */
function Card({ contact, isReadOnly, onSave }) {
	const [isChanged, setChanged] = d(false);
	const field = (name, label, value) => /* @__PURE__ */ a("label", { children: [label, /* @__PURE__ */ a("input", {
		name,
		dir: "auto",
		autocomplete: "off",
		readOnly: isReadOnly,
		defaultValue: value ?? ""
	})] });
	function submit(event) {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const given = (name) => String(form.get(name)).trim();
		const tags = given("tags").split(/\s*,\s*/);
		setChanged(false);
		onSave({
			name: given("name"),
			company: given("company") || null,
			role: given("role") || null,
			tags: tags.filter((tag) => tag !== "")
		});
	}
	const shown = contact?.phones.map(({ phoneNumber, label }) => label ? `${phoneNumber} (${label})` : phoneNumber);
	return /* @__PURE__ */ a("form", {
		onSubmit: submit,
		onInput: () => setChanged(true),
		children: [
			field("name", "Name", contact?.name),
			field("company", "Company", contact?.company),
			field("role", "Role", contact?.role),
			field("tags", "Tags", contact?.tags.join(", ")),
			[...shown ?? [], ...contact?.notes ?? []].map((line) => /* @__PURE__ */ a("p", {
				class: "quiet",
				children: /* @__PURE__ */ a(Name, { value: line })
			}, line)),
			!isReadOnly && /* @__PURE__ */ a("button", {
				type: "submit",
				disabled: !isChanged,
				children: contact ? "Save" : "Save as a contact"
			})
		]
	});
}

// page/bubbles.tsx
/** Texts, divided by days. The newest stays in sight, unless somebody has scrolled to older ones. */
function Bubbles({ label, rows, show, children }) {
	const list = T(null);
	const before = T({
		isAtEnd: true,
		height: 0,
		oldest: ""
	});
	F(() => {
		const element = list.current;
		const { isAtEnd, height, oldest } = before.current;
		if (isAtEnd) element.scrollTop = element.scrollHeight;
		else if (rows[0]?.id !== oldest) element.scrollTop += element.scrollHeight - height;
		before.current = {
			...before.current,
			height: element.scrollHeight,
			oldest: rows[0]?.id ?? ""
		};
	}, [rows]);
	const onScroll = (event) => {
		const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
		before.current.isAtEnd = scrollTop + clientHeight > scrollHeight - 40;
	};
	let day = "";
	return /* @__PURE__ */ a("ul", {
		class: "bubbles",
		ref: list,
		onScroll,
		tabIndex: 0,
		"aria-label": label,
		children: [children, rows.map((row) => {
			const own = new Date(row.createdAt).toDateString();
			const isNewDay = own !== day;
			day = own;
			return /* @__PURE__ */ a($, { children: [isNewDay && /* @__PURE__ */ a("li", {
				class: "day quiet small",
				children: showTime(row.createdAt).day
			}), /* @__PURE__ */ a(Shown, {
				row,
				show
			})] }, row.id);
		})]
	});
}
/** A row. It is drawn again only if it has changed, or what shows it. */
function Shown({ row, show }) {
	return w(() => /* @__PURE__ */ a($, { children: show(row) }), [row, show]);
}
function Bubble({ isOwn, isNotSent = false, children }) {
	return /* @__PURE__ */ a("li", {
		class: `bubble stack${isOwn ? " own" : ""}${isNotSent ? " not-sent" : ""}`,
		children: [/* @__PURE__ */ a("span", {
			class: "unseen",
			children: isOwn ? "You: " : "Them: "
		}), children]
	});
}

// page/use-in-view.ts
/** Calls back each time that an element comes into view, or within a margin of it. */
function useInView(onSeen, rootMargin = "0px") {
	const element = T(null);
	A(() => {
		const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && onSeen(), { rootMargin });
		observer.observe(element.current);
		return () => observer.disconnect();
	}, []);
	return element;
}

// page/picture.tsx
/** The types of files that are shown, by their content. */
const shown = /* @__PURE__ */ new Set([
	"image/jpeg",
	"image/png",
	"image/gif",
	"image/webp"
]);
/**
* A file of a message: a stored picture if the key may read it, or else the type and address. No address of a stranger is
* loaded.
*/
function MediaFile({ id, url, contentType, state }) {
	const { can } = usePage();
	const isShown = state === "stored" && shown.has(contentType ?? "") && can("messages:read");
	if (id !== null && isShown) return /* @__PURE__ */ a(Picture, { id });
	return /* @__PURE__ */ a("p", {
		class: "small",
		children: [
			cleanLine(contentType ?? "file"),
			": ",
			/* @__PURE__ */ a(Name, { value: url })
		]
	});
}
/** A picture, which is read from the server with the key once it is in view. */
function Picture({ id }) {
	const { api } = usePage();
	const [isSeen, setSeen] = d(false);
	const [source, setSource] = d();
	const [isBroken, setBroken] = d(false);
	const place = useInView(() => setSeen(true));
	const { value, failure } = useRead(async () => {
		if (isSeen) return (await api.GET("/api/media/{id}", {
			params: { path: { id } },
			parseAs: "blob"
		})).data;
	}, String(isSeen));
	A(() => {
		if (!value) return;
		const address = URL.createObjectURL(value);
		setSource(address);
		return () => URL.revokeObjectURL(address);
	}, [value]);
	const isFailed = failure !== void 0 || isBroken;
	return /* @__PURE__ */ a("p", {
		class: "small",
		ref: place,
		children: source !== void 0 && !isFailed ? /* @__PURE__ */ a("img", {
			class: "picture",
			src: source,
			alt: "Received with the text",
			onError: () => setBroken(true)
		}) : /* @__PURE__ */ a("span", { children: isFailed ? "The picture cannot be shown." : "Picture" })
	});
}

// page/store.ts
/** The order of delivery statuses. Statuses of one rank exclude each other, and the first of them stays. */
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
	const keyOf = ({ createdAt, id }) => createdAt + id;
	return [...rows.values()].sort((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
}

// page/inbox/pages.ts
/**
* Reads the first page when `subject` changes. The first `refresh` comes from the live changes of the page, whose position
* must be known before a list is read. `merge` joins known rows with newer versions and new ones.
*/
function usePages(subject, read, merge) {
	const [rows, setRows] = d([]);
	const [cursor, setCursor] = d();
	const [failure, setFailure] = d();
	const shown = T(new AbortController());
	const isFirst = T(true);
	const isReadingMore = T(false);
	const newest = T(rows);
	newest.current = rows;
	async function readPage(from) {
		const { signal } = shown.current;
		try {
			const { rows: arrived, nextCursor } = await read(from, signal);
			if (signal.aborted) return;
			const known = new Set(newest.current.map(({ id }) => id));
			const isAlone = from === void 0 && !arrived.some(({ id }) => known.has(id));
			setRows((before) => merge(isAlone ? [] : before, arrived));
			const isEnd = isAlone || from !== void 0;
			setCursor((before) => isEnd || before === void 0 ? nextCursor : before);
			setFailure(void 0);
		} catch (error) {
			if (!signal.aborted) setFailure(error);
		}
	}
	A(() => {
		const current = new AbortController();
		shown.current = current;
		if (isFirst.current) isFirst.current = false;
		else {
			setRows([]);
			setCursor(void 0);
			readPage();
		}
		return () => current.abort();
	}, [subject]);
	async function readMore() {
		if (!cursor || isReadingMore.current) return;
		isReadingMore.current = true;
		await readPage(cursor).finally(() => {
			isReadingMore.current = false;
		});
	}
	return {
		rows,
		hasMore: cursor === void 0 ? void 0 : cursor !== null,
		failure,
		readMore,
		refresh: () => readPage(),
		change: setRows
	};
}

// page/inbox/messages.ts
/** Joins messages with newer versions and new ones, the oldest first. A status of an event can be newer than a page. */
const merge = (known, arrived) => mergeRows(known, arrived, (before, row) => ({
	...row,
	status: laterStatus(before.status, row.status)
}));
/** A received text as a message. Its files and the rest of a long text are read from its thread. */
const messageOf = ({ messageId, text, createdAt }, testMode) => ({
	id: messageId,
	direction: "inbound",
	body: text,
	status: "received",
	testMode,
	createdAt,
	errorCode: null,
	errorMeaning: null,
	discarded: false,
	segments: null,
	encoding: null,
	media: []
});
/** Reads the messages of a thread, the oldest first, and keeps them current. */
function useMessages(threadId) {
	const { api } = usePage();
	const pages = usePages(threadId, async (cursor, signal) => {
		const query = {
			per_page: 50,
			...cursor !== void 0 && { cursor }
		};
		const params = {
			path: { id: threadId },
			query
		};
		const { messages, nextCursor } = (await api.GET("/api/threads/{id}/messages", {
			params,
			signal
		})).data;
		return {
			rows: messages,
			nextCursor
		};
	}, merge);
	useLive({
		onEvent({ type, data, testMode }) {
			if (type === "media.stored" && pages.rows.some(({ id }) => id === data.messageId)) pages.refresh();
			if (type === "message.received" && data.threadId === threadId) {
				pages.change((known) => merge(known, [messageOf(data, testMode)]));
				if (data.mediaCount > 0 || data.text.length >= 1600) pages.refresh();
			} else if (type === "message.status" && data.threadId === threadId) {
				const { messageId: id, status, errorCode } = data;
				pages.change((known) => {
					const row = known.find((each) => each.id === id);
					return row ? merge(known, [{
						...row,
						status
					}]) : known;
				});
				if (errorCode !== null || !pages.rows.some((row) => row.id === id)) pages.refresh();
			}
		},
		onRefresh: () => void pages.refresh()
	});
	return pages;
}

// page/inbox/waiting.tsx
/** How often the texts are read without an event, in milliseconds. A new one has none, nor has one that was canceled by request. */
const pollMilliseconds = 1e4;
/** The most texts that are shown, of those that wait and of those that were canceled. */
const [maxWaiting, maxCanceled] = [100, 20];
/** Reads the texts that wait, and those that were canceled, to a phone or of the whole team. `onMoved` tells that one waits no more. */
function useWaiting(phone, onMoved = () => {}) {
	const { api } = usePage();
	const before = T([]);
	const list = async (status, per_page) => {
		const query = {
			status,
			per_page,
			...phone !== void 0 && { phone }
		};
		return (await api.GET("/api/messages", { params: { query } })).data.messages;
	};
	const listTeam = async () => (await api.GET("/api/pending-messages", { params: { query: { per_page: maxWaiting } } })).data.messages;
	const { value, ...known } = useLiveRead(async () => {
		const waits = phone === void 0 ? listTeam() : list("scheduled", maxWaiting);
		const [waiting, canceled] = await Promise.all([waits, list("canceled", maxCanceled)]);
		return {
			waiting: waiting.toSorted((a, b) => Date.parse(a.sendAt) - Date.parse(b.sendAt)),
			canceled
		};
	}, phone, ({ type, data }) => type === "message.status" && before.current.some(({ id }) => id === data.messageId));
	const { waiting, canceled } = value ?? {
		waiting: before.current,
		canceled: []
	};
	const poll = useLater(known.refresh);
	A(() => {
		if (before.current.some(({ id }) => !waiting.some((each) => each.id === id))) onMoved();
		before.current = waiting;
		poll(pollMilliseconds);
	}, [value, known.failure]);
	return {
		waiting,
		canceled,
		...known
	};
}
const reasons = {
	send_at: "waits for its time",
	quiet_hours: "waits for the end of quiet hours",
	approval: "waits for an approval"
};
/** The texts of the team that wait, and those that were canceled. */
function WaitingView() {
	const texts = useWaiting();
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "Waiting",
		children: [
			/* @__PURE__ */ a("h2", { children: "Texts for later" }),
			texts.waiting.length === 0 && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: "No text waits."
			}),
			texts.waiting.length === maxWaiting && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: `These are the next ${maxWaiting}.`
			}),
			/* @__PURE__ */ a(WaitingTexts, {
				...texts,
				isWhole: true
			})
		]
	});
}
/**
* The texts that wait, each with its time and a button to cancel it, and those that the server has canceled, with the reason. A
* list that `isWhole` also has those that were canceled by request, and the recipients.
*/
function WaitingTexts({ waiting, canceled, failure, refresh, isWhole = false }) {
	const { api, can } = usePage();
	const [refusal, setRefusal] = d();
	async function cancel(id) {
		const params = { path: { id } };
		const { failure } = await attempt((header) => api.POST("/api/messages/{id}/cancel", {
			params: {
				...params,
				header
			},
			body: {}
		}));
		setRefusal(failure);
		await refresh();
	}
	const problem = refusal ?? failure;
	const shown = [...waiting, ...canceled.filter(({ errorCode }) => isWhole || errorCode !== null)];
	if (shown.length === 0 && !problem) return null;
	return /* @__PURE__ */ a("ul", {
		class: "waiting stack",
		"aria-label": "Texts for later",
		children: [problem && /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a(FailureNote, { failure: problem }) }), shown.map(({ id, to, body, sendAt, status, waitsFor, errorMeaning }) => /* @__PURE__ */ a("li", {
			class: "bubble stack",
			children: [
				isWhole && /* @__PURE__ */ a(Name, { value: to }),
				/* @__PURE__ */ a(Body, { value: body }),
				/* @__PURE__ */ a("p", {
					class: "row quiet small",
					children: [
						sendAt && /* @__PURE__ */ a(Time, {
							value: sendAt,
							withDay: true
						}),
						waitsFor ? /* @__PURE__ */ a("span", { children: reasons[waitsFor] }) : /* @__PURE__ */ a("span", {
							class: "status-failed",
							children: status
						}),
						waitsFor && can("messages:send") && /* @__PURE__ */ a(Button, {
							label: "Cancel",
							class: "small",
							onClick: () => cancel(id)
						})
					]
				}),
				errorMeaning && /* @__PURE__ */ a("p", {
					class: "small",
					children: errorMeaning
				})
			]
		}, id))]
	});
}

// page/inbox/conversation.tsx
/** A thread: its messages, the texts that are to follow them, and the box for a reply. */
function Conversation(props) {
	const { thread, isOptedOut, notice, onSeen, onSent, onOptedOut, onClose, onPanel } = props;
	const { api, can, announce } = usePage();
	const { rows, hasMore, failure, readMore, refresh } = useMessages(thread.id);
	const waiting = useWaiting(thread.contactPhone, () => void refresh());
	const heading = T(null);
	const newest = rows.at(-1);
	A(() => heading.current?.focus(), []);
	const last = T(void 0);
	A(() => {
		if (newest && !document.hidden) onSeen(newest.createdAt);
		if (last.current !== void 0 && newest?.direction === "inbound") announce(`New text: ${cleanLine(newest.body)}`);
		last.current = newest?.id;
	}, [newest?.id]);
	async function onSend(draft) {
		const outcome = await sendText(api, draft, { threadId: thread.id });
		if (outcome.failure?.code === "recipient_opted_out") onOptedOut();
		if (outcome.failure?.code === "thread_not_found") onClose();
		refresh();
		waiting.refresh();
		onSent();
		return outcome;
	}
	const sendAgain = T(void 0);
	sendAgain.current = ({ id, body }) => onSend({
		text: body,
		unknownKey: `again-${id}`
	});
	const canSendAgain = can("messages:send") && !isOptedOut;
	const show = b((message) => /* @__PURE__ */ a(MessageBubble, {
		message,
		sendAgain: canSendAgain ? sendAgain : void 0
	}), [canSendAgain]);
	return /* @__PURE__ */ a("section", {
		class: "conversation",
		"aria-label": `Conversation with ${cleanLine(thread.contactName)}`,
		children: [
			/* @__PURE__ */ a("header", {
				class: "row",
				children: [
					/* @__PURE__ */ a(Button, {
						label: "←",
						class: "back",
						"aria-label": "Back to the list",
						onClick: onClose
					}),
					/* @__PURE__ */ a("h2", {
						ref: heading,
						tabIndex: -1,
						children: /* @__PURE__ */ a(Name, { value: thread.contactName })
					}),
					/* @__PURE__ */ a("p", {
						class: "quiet small",
						children: [
							thread.contactName !== thread.contactPhone && /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Name, { value: thread.contactPhone }), " · "] }),
							"with ",
							/* @__PURE__ */ a(Name, { value: thread.senderName }),
							" ",
							/* @__PURE__ */ a("bdi", { children: thread.senderPhone })
						]
					}),
					/* @__PURE__ */ a(Button, {
						label: "Details",
						class: "panel-button",
						onClick: onPanel
					})
				]
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			/* @__PURE__ */ a(Bubbles, {
				label: "Messages",
				rows,
				show,
				children: [hasMore === void 0 && /* @__PURE__ */ a("li", {
					class: "day quiet",
					children: "Reading…"
				}), hasMore && /* @__PURE__ */ a("li", {
					class: "day",
					children: /* @__PURE__ */ a(Button, {
						label: "Older texts",
						onClick: () => readMore()
					})
				})]
			}),
			/* @__PURE__ */ a(WaitingTexts, { ...waiting }),
			notice,
			/* @__PURE__ */ a("div", {
				class: "reply",
				children: !can("messages:send") ? /* @__PURE__ */ a("p", {
					class: "quiet",
					children: "This key may not send texts: it lacks messages:send."
				}) : isOptedOut ? /* @__PURE__ */ a("p", {
					class: "warning",
					children: "This phone has opted out of your texts. Only a START from it opens this box."
				}) : /* @__PURE__ */ a(TextBox, {
					draft: thread.id,
					label: "Reply",
					canWait: true,
					onSend
				})
			})
		]
	});
}
/** A message, with a button to send it again if it was not sent and may be. */
function MessageBubble({ message, sendAgain }) {
	const [isSending, setSending] = d(false);
	const { body, media, createdAt, status, errorCode, errorMeaning, discarded, testMode } = message;
	const isOwn = message.direction === "outbound";
	const isNotSent = isOwn && status === "failed";
	const onSendAgain = () => {
		setSending(true);
		sendAgain.current(message).finally(() => setSending(false));
	};
	return /* @__PURE__ */ a(Bubble, {
		isOwn,
		isNotSent,
		children: [
			discarded ? /* @__PURE__ */ a("p", {
				class: "quiet",
				children: "Content discarded"
			}) : /* @__PURE__ */ a(Body, { value: body }),
			media.map((file) => /* @__PURE__ */ a(MediaFile, { ...file }, file.id ?? file.url)),
			/* @__PURE__ */ a("p", {
				class: "row quiet small",
				children: [
					/* @__PURE__ */ a(Time, { value: createdAt }),
					isOwn && /* @__PURE__ */ a(StatusText, {
						status,
						errorCode
					}),
					testMode && /* @__PURE__ */ a("span", { children: "test" }),
					!discarded && /* @__PURE__ */ a(CopyButton, {
						text: body,
						label: "Copy"
					})
				]
			}),
			isOwn && errorMeaning && /* @__PURE__ */ a("p", {
				class: "small",
				children: errorMeaning
			}),
			isNotSent && sendAgain && !discarded && /* @__PURE__ */ a("p", {
				class: "small",
				children: ["Not sent. ", /* @__PURE__ */ a(Button, {
					label: "Send again",
					disabled: isSending,
					onClick: onSendAgain
				})]
			})
		]
	});
}

// page/inbox/table.tsx
/** A table that scrolls within the page. */
function Table({ label, columns, rows }) {
	return /* @__PURE__ */ a("section", {
		class: "scroll",
		"aria-label": label,
		tabIndex: 0,
		children: /* @__PURE__ */ a("table", { children: [/* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: columns.map((name) => /* @__PURE__ */ a("th", {
			scope: "col",
			children: name
		}, name)) }) }), /* @__PURE__ */ a("tbody", { children: rows.map(({ key, cells: [first, ...others] }) => /* @__PURE__ */ a("tr", { children: [/* @__PURE__ */ a("th", {
			scope: "row",
			children: first
		}), others.map((cell, index) => /* @__PURE__ */ a("td", { children: cell }, index))] }, key)) })] })
	});
}

// page/inbox/deliveries.tsx
/** The webhook endpoints of the team, with what became of their deliveries. */
function Deliveries() {
	const { api } = usePage();
	const { value, failure } = useRead(async () => (await api.GET("/api/webhook-endpoints")).data);
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "Deliveries",
		children: [
			/* @__PURE__ */ a("h2", { children: "Webhook endpoints" }),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			value?.webhookEndpoints.length === 0 && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: "The team has no endpoint."
			}),
			value?.webhookEndpoints.map((endpoint) => /* @__PURE__ */ a(Endpoint, { endpoint }, endpoint.id))
		]
	});
}
function Endpoint({ endpoint: { id, url, enabled, failingSince } }) {
	const { api, can } = usePage();
	const [refusal, setRefusal] = d();
	const [isBusy, setBusy] = d(false);
	const path = { id };
	const { value, failure, refresh } = useRead(async () => (await api.GET("/api/webhook-endpoints/{id}/deliveries", { params: {
		path,
		query: { per_page: 20 }
	} })).data);
	async function run(write) {
		setBusy(true);
		setRefusal((await attempt(write)).failure);
		await refresh();
		setBusy(false);
	}
	const test = () => run((header) => api.POST("/api/webhook-endpoints/{id}/test", {
		params: {
			path,
			header
		},
		body: {}
	}));
	const replay = () => {
		const body = { since: (/* @__PURE__ */ new Date(Date.now() - 36e5)).toISOString() };
		return run((header) => api.POST("/api/webhook-endpoints/{id}/replay", {
			params: {
				path,
				header
			},
			body
		}));
	};
	const problem = refusal ?? failure;
	return /* @__PURE__ */ a("article", {
		class: "stack",
		children: [
			/* @__PURE__ */ a("h3", { children: /* @__PURE__ */ a(Name, { value: url }) }),
			/* @__PURE__ */ a("p", {
				class: "quiet",
				children: [
					enabled ? "Enabled" : "Disabled",
					failingSince && ", failing since ",
					failingSince && /* @__PURE__ */ a(Time, {
						value: failingSince,
						withDay: true
					})
				]
			}),
			/* @__PURE__ */ a("div", {
				class: "row",
				children: [
					/* @__PURE__ */ a(Button, {
						label: "Send a test event",
						disabled: isBusy,
						onClick: () => test()
					}),
					can("events:read") && /* @__PURE__ */ a(Button, {
						label: "Replay the last hour",
						disabled: isBusy,
						onClick: () => replay()
					}),
					/* @__PURE__ */ a(Button, {
						label: "Read again",
						disabled: isBusy,
						onClick: () => refresh()
					})
				]
			}),
			problem && /* @__PURE__ */ a(FailureNote, { failure: problem }),
			/* @__PURE__ */ a(Table, {
				label: `Deliveries to ${cleanLine(url)}`,
				columns: [
					"time",
					"event",
					"status",
					"attempts",
					"last answer"
				],
				rows: (value?.deliveries ?? []).map(({ id, createdAt, type, status, attemptCount, lastAttempt }) => ({
					key: id,
					cells: [
						/* @__PURE__ */ a(Time, {
							value: createdAt,
							withDay: true
						}),
						type,
						status,
						attemptCount,
						lastAttempt?.status ?? lastAttempt?.error
					]
				}))
			})
		]
	});
}

// page/inbox/route.ts
const views$1 = [
	"threads",
	"waiting",
	"suspected",
	"approvals",
	"new",
	"events",
	"deliveries",
	"usage"
];
function readRoute() {
	const query = new URLSearchParams(location.search);
	const view = query.get("view") ?? (location.hash === "#approvals" ? "approvals" : "threads");
	return {
		view: views$1.includes(view) ? view : "threads",
		thread: query.get("thread") ?? void 0
	};
}
/** The relative address of a route. */
function hrefOf({ view, thread }) {
	const query = new URLSearchParams();
	if (view && view !== "threads") query.set("view", view);
	if (thread) query.set("thread", thread);
	return query.size === 0 ? "inbox" : `inbox?${query}`;
}
/** The present route, and a function that goes to another one. */
function useRoute() {
	const [route, setRoute] = d(readRoute);
	A(() => {
		const read = () => setRoute(readRoute());
		addEventListener("popstate", read);
		return () => removeEventListener("popstate", read);
	}, []);
	return [route, (to) => {
		history.pushState(null, "", hrefOf(to));
		setRoute(readRoute());
	}];
}
/** Follows a link within the page. A click that opens another tab or window stays the browser's. */
const follow = (go) => (event) => {
	if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
	event.preventDefault();
	go();
};

// page/inbox/events.tsx
const maxEvents = 500;
const dayMilliseconds = 864e5;
/** The fields that say most about an event, whatever its type. */
const fields = [
	"from",
	"to",
	"phone",
	"status",
	"deliveryStatus",
	"errorCode",
	"consent",
	"source",
	"keyword",
	"text"
];
/** The newest events of the last day, the newest first. New ones appear as they happen. */
function Events({ onOpen }) {
	const { api } = usePage();
	const [arrived, setArrived] = d([]);
	const { value: earlier = [], failure } = useRead(() => readNewest(api));
	useLive({
		onEvent: (event) => setArrived((known) => [...known, event].slice(-500)),
		onRefresh: () => {}
	});
	const events = [...new Map([...earlier, ...arrived].map((event) => [event.id, event])).values()].sort((a, b) => b.sequence - a.sequence).slice(0, maxEvents);
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "Events",
		children: [
			/* @__PURE__ */ a("h2", { children: "Newest events" }),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			/* @__PURE__ */ a(Table, {
				label: "The newest events",
				columns: [
					"time",
					"event",
					"about",
					"conversation"
				],
				rows: events.map(({ id, type, timestamp, testMode, data }) => {
					const values = data;
					const about = fields.flatMap((name) => values[name] == null ? [] : `${name} ${values[name]}`);
					const thread = typeof values.threadId === "string" ? values.threadId : void 0;
					const link = thread && /* @__PURE__ */ a("a", {
						href: hrefOf({ thread }),
						onClick: follow(() => onOpen(thread)),
						children: "open"
					});
					return {
						key: id,
						cells: [
							...[/* @__PURE__ */ a(Time, {
								value: timestamp,
								withDay: true
							}), `${type}${testMode ? " (test)" : ""}`],
							/* @__PURE__ */ a(Name, { value: about.join(" · ").slice(0, 300) }),
							link
						]
					};
				})
			})
		]
	});
}
/**
* Reads the newest events of the last day, at most a page. The list begins with the oldest, so the time to begin with is
* searched: one from which there are some, and no more than a page.
*/
async function readNewest(api) {
	const read = async (since) => (await api.GET("/api/events", { params: { query: {
		since,
		per_page: 100
	} } })).data;
	const { recordedSince } = await read(afterAllEvents);
	let late = Date.now();
	let since = Math.max(late - dayMilliseconds, Date.parse(recordedSince) + 1);
	let [early, isAll] = [since, true];
	for (;;) {
		const { events, nextCursor } = await read(new Date(since).toISOString());
		const isWhole = nextCursor === null;
		if (isWhole && (isAll || events.length >= 25) || late - early <= 1) return events;
		isAll = false;
		if (isWhole) late = since;
		else early = since;
		since = late - early <= 1 ? early : Math.floor((early + late) / 2);
	}
}

// page/inbox/suspected.tsx
const kinds = {
	revocation: "A text from this phone may withdraw consent.",
	wrong_number: "A text from this phone may say that it came to the wrong person."
};
/** The date until which somebody should decide. */
function Due({ value }) {
	const isOver = Date.parse(value) < Date.now();
	return /* @__PURE__ */ a("span", {
		class: isOver ? "status-failed" : "",
		children: [isOver ? "Overdue since " : "Decide until ", /* @__PURE__ */ a(Time, {
			value,
			withDay: true
		})]
	});
}
/** Asks for the decision about the phone of a conversation. `onDecided` reads its consent again. */
function Suspicion({ value, onDecided }) {
	const { api, can } = usePage();
	const [refusal, setRefusal] = d();
	const [isBusy, setBusy] = d(false);
	async function decide(decision) {
		setBusy(true);
		const path = { id: value.id };
		const { failure } = await attempt((header) => api.POST("/api/suspected-revocations/{id}/decide", {
			params: {
				path,
				header
			},
			body: { decision }
		}));
		setRefusal(failure);
		await onDecided();
		setBusy(false);
	}
	return /* @__PURE__ */ a("section", {
		class: "warning stack",
		"aria-label": "Suspected revocation",
		children: [
			/* @__PURE__ */ a("p", { children: kinds[value.kind] }),
			refusal && /* @__PURE__ */ a(FailureNote, { failure: refusal }),
			/* @__PURE__ */ a("p", {
				class: "row small",
				children: [/* @__PURE__ */ a(Due, { value: value.dueAt }), can("consents:write") && /* @__PURE__ */ a($, { children: [/* @__PURE__ */ a(Button, {
					label: "Opt out",
					class: "small",
					disabled: isBusy,
					onClick: () => decide("opted_out")
				}), /* @__PURE__ */ a(Button, {
					label: "Dismiss",
					class: "small",
					disabled: isBusy,
					onClick: () => decide("dismissed")
				})] })]
			})
		]
	});
}
/** The most cases that are shown. */
const maxShown = 100;
/** The phones about whose consent somebody has to decide, the earliest due first. The decision is in their conversations. */
function SuspectedView({ onOpen }) {
	const { api, can } = usePage();
	const [refusal, setRefusal] = d();
	const { value, failure } = useLiveRead(async () => {
		const query = { per_page: maxShown };
		return (await api.GET("/api/suspected-revocations", { params: { query } })).data.suspectedRevocations;
	}, void 0, ({ type }) => type === "message.received" || type === "consent.changed");
	async function open(id) {
		const path = { id };
		await api.GET("/api/messages/{id}", { params: { path } }).then(({ data }) => onOpen(data.threadId), setRefusal);
	}
	const problem = refusal ?? failure;
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "To decide",
		children: [
			/* @__PURE__ */ a("h2", { children: "Do these phones still want texts?" }),
			problem && /* @__PURE__ */ a(FailureNote, { failure: problem }),
			value?.length === 0 && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: "Nothing is to be decided."
			}),
			value?.length === maxShown && /* @__PURE__ */ a("p", {
				class: "quiet",
				children: `These are the ${maxShown} that are due first.`
			}),
			/* @__PURE__ */ a("ul", {
				class: "waiting stack",
				"aria-label": "Suspected revocations",
				children: value?.map(({ id, phone, messageId, dueAt }) => /* @__PURE__ */ a("li", {
					class: "bubble row",
					children: [
						/* @__PURE__ */ a(Name, { value: phone }),
						/* @__PURE__ */ a(Due, { value: dueAt }),
						can("messages:read") && /* @__PURE__ */ a(Button, {
							label: "Conversation",
							class: "small",
							onClick: () => open(messageId)
						})
					]
				}, id))
			})
		]
	});
}

// page/inbox/merge-threads.ts
/** The most rows of the list. Whoever needs more narrows the search. */
const maxRows = 2e3;
/** Joins threads with newer versions and new ones, the newest text first. An unchanged thread stays the same object. */
function mergeThreads(known, arrived) {
	const rows = new Map(known.map((row) => [row.id, row]));
	for (const row of arrived) {
		const before = rows.get(row.id);
		if (!before || before.lastMessageAt <= row.lastMessageAt && JSON.stringify(before) !== JSON.stringify(row)) rows.set(row.id, row);
	}
	const keyOf = ({ lastMessageAt, id }) => lastMessageAt + id;
	return [...rows.values()].sort((a, b) => keyOf(a) < keyOf(b) ? 1 : -1).slice(0, maxRows);
}
/** Puts a received text into its thread, if that is known. */
function withReceived(rows, data) {
	const thread = rows.find(({ id }) => id === data.threadId);
	const newest = {
		lastDirection: "inbound",
		lastBody: data.text,
		lastMessageAt: data.createdAt
	};
	return thread ? mergeThreads(rows, [{
		...thread,
		...newest
	}]) : rows;
}

// page/inbox/thread-list.tsx
/** How many rows are laid out together, or not at all while none of them is near the part that is seen. */
const chunkSize = 50;
/** The search, and the threads that it finds, page by page as somebody scrolls. */
function ThreadList({ list, open, seen, search, onSearch, onOpen }) {
	const { rows, hasMore, failure, readMore } = list;
	return /* @__PURE__ */ a("section", {
		class: "thread-list",
		"aria-label": "Conversations",
		children: [
			/* @__PURE__ */ a("input", {
				type: "search",
				class: "search",
				placeholder: "Search name, company or phone",
				"aria-label": "Search conversations",
				maxLength: 255,
				value: search,
				onInput: (event) => onSearch(event.currentTarget.value)
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, index) => /* @__PURE__ */ a("ul", { children: rows.slice(index * chunkSize, (index + 1) * chunkSize).map((thread) => /* @__PURE__ */ a(Row, {
				thread,
				onOpen,
				isOpen: thread.id === open,
				isUnread: isUnread(seen, thread)
			}, thread.id)) }, index)),
			hasMore === void 0 && !failure && /* @__PURE__ */ a("p", {
				class: "end quiet",
				children: "Reading…"
			}),
			hasMore && /* @__PURE__ */ a(End, { onSeen: readMore }, rows.length),
			rows.length >= 2e3 && /* @__PURE__ */ a("p", {
				class: "end quiet",
				children: `These are the newest ${2e3}. Narrow the search.`
			}),
			hasMore === false && rows.length === 0 && /* @__PURE__ */ a("p", {
				class: "end quiet",
				children: search === "" ? "No texts yet." : "No conversation was found."
			})
		]
	});
}
/** The end of the rows that were read. Coming near it reads more. */
function End({ onSeen }) {
	return /* @__PURE__ */ a("p", {
		class: "end quiet",
		ref: useInView(onSeen, "800px"),
		children: "Reading more…"
	});
}
/** A row. It is drawn again only if it has changed, because there can be two thousand. */
const Row = (props) => w(() => drawRow(props), [
	props.thread,
	props.isOpen,
	props.isUnread
]);
function drawRow({ thread, isOpen, isUnread: unread, onOpen }) {
	const { id, contactName, lastDirection, lastBody, lastMessageAt, tags } = thread;
	const { short, day, full } = showTime(lastMessageAt);
	return /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", {
		class: unread ? "thread entry unread" : "thread entry",
		href: hrefOf({ thread: id }),
		"data-thread": id,
		"aria-current": isOpen ? "true" : void 0,
		onClick: follow(() => onOpen(id)),
		children: [
			/* @__PURE__ */ a("span", {
				class: "name",
				children: [unread && /* @__PURE__ */ a("span", {
					class: "unseen",
					children: "Unread: "
				}), /* @__PURE__ */ a(Name, { value: contactName })]
			}),
			/* @__PURE__ */ a("time", {
				dateTime: lastMessageAt,
				title: full,
				children: day === "Today" ? short : day
			}),
			/* @__PURE__ */ a("span", {
				class: "preview",
				children: [lastDirection === "outbound" && "You: ", /* @__PURE__ */ a(Name, { value: lastBody.slice(0, 200) })]
			}),
			tags.length > 0 && /* @__PURE__ */ a("span", {
				class: "tags",
				title: cleanLine(tags.join(", ")),
				children: /* @__PURE__ */ a(Name, { value: tags.join(", ") })
			})
		]
	}) });
}

// page/inbox/threads.ts
/** The most phones of a request for threads, and the most contacts whose other phones are read for it. */
const [maxPhones, maxContacts] = [20, 5];
/** How long changes are collected before the list is read again, in milliseconds: of what is new, and of statuses. */
const [soon, later] = [300, 2e3];
/** Reads the threads that a search finds, and keeps them current. */
function useThreads(search) {
	const { api, can } = usePage();
	const found = T(void 0);
	const pages = usePages(search, async (cursor, signal) => {
		if (search !== "" && found.current?.search !== search) found.current = {
			search,
			phones: await findPhones(api, search, can("contacts:read"), signal)
		};
		const query = {
			per_page: 50,
			...search === "" ? {} : { phones: found.current.phones },
			...cursor !== void 0 && { cursor }
		};
		const { threads, nextCursor } = (await api.GET("/api/threads", {
			params: { query },
			signal
		})).data;
		return {
			rows: threads,
			nextCursor
		};
	}, mergeThreads);
	const refreshIn = useLater(pages.refresh);
	useLive({
		onEvent({ type, data }) {
			if (type === "message.received") {
				pages.change((known) => withReceived(known, data));
				if (!pages.rows.some(({ id }) => id === data.threadId)) refreshIn(soon);
			} else if (type.startsWith("contact.")) refreshIn(soon);
			else if (type === "message.status") refreshIn(later);
		},
		onRefresh: () => void pages.refresh()
	});
	return {
		...pages,
		hasMore: pages.hasMore && pages.rows.length < 2e3
	};
}
/** The phones that a search finds: what was typed, and those of the contacts that it finds. */
async function findPhones(api, search, hasContacts, signal) {
	const bare = search.replaceAll(/[\s().-]/g, "");
	const typed = /^\+?\d+$/.test(bare) ? bare : search.replaceAll(",", " ").slice(0, 64);
	if (!hasContacts) return [typed];
	const query = {
		query: search,
		per_page: maxPhones
	};
	const { contacts } = (await api.GET("/api/contacts", {
		params: { query },
		signal
	})).data;
	const read = (contacts.length <= maxContacts ? contacts : []).map(({ id }) => api.GET("/api/contacts/{id}", {
		params: { path: { id } },
		signal
	}));
	const others = (await Promise.all(read)).flatMap(({ data }) => data.phones.map(({ phoneNumber }) => phoneNumber));
	return [.../* @__PURE__ */ new Set([
		typed,
		...contacts.map(({ primaryPhone }) => primaryPhone),
		...others
	])].slice(0, maxPhones);
}

// page/inbox/usage.tsx
const days = 30;
const columns = [
	"received",
	"sent",
	"delivered",
	"failed",
	"segments",
	"passcodes"
];
/** The last days, the oldest first, each with its counts in a mode. They end at midnight UTC, as those of the counts do. */
function fillDays(usage, testMode, now) {
	const counts = new Map(usage.filter((each) => each.testMode === testMode).map((each) => [each.day, each]));
	const none = {
		testMode,
		received: 0,
		sent: 0,
		delivered: 0,
		failed: 0,
		segments: 0,
		passcodes: 0
	};
	return Array.from({ length: days }, (_, index) => {
		const day = (/* @__PURE__ */ new Date(now.getTime() - (29 - index) * 864e5)).toISOString().slice(0, 10);
		return counts.get(day) ?? {
			day,
			...none
		};
	});
}
/** What the team sent and received on the last days, as bars and as a table. */
function Usage() {
	const { api, key } = usePage();
	const { value, failure } = useRead(async () => (await api.GET("/api/usage", { params: { query: { days } } })).data);
	const shown = fillDays(value?.days ?? [], key.testMode, /* @__PURE__ */ new Date());
	const rows = shown.map((counts) => ({
		key: counts.day,
		cells: [counts.day, ...columns.map((name) => counts[name])]
	}));
	return /* @__PURE__ */ a("section", {
		class: "wide stack",
		"aria-label": "Usage",
		children: [
			/* @__PURE__ */ a("h2", { children: `Usage of the last ${days} days${key.testMode ? " in test mode" : ""}` }),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			key.segmentsPerDay !== null && /* @__PURE__ */ a("p", { children: `${key.segmentsLeft} of ${key.segmentsPerDay} segments of this key are left today.` }),
			value && /* @__PURE__ */ a(Bars, { days: shown }),
			value && /* @__PURE__ */ a(Table, {
				label: "Texts by day",
				columns: ["day (UTC)", ...columns],
				rows: rows.toReversed()
			})
		]
	});
}
const [width, height] = [20, 120];
/** Two bars for each day. The table has their numbers. */
function Bars({ days: shown }) {
	const most = Math.max(1, ...shown.flatMap(({ received, sent }) => [received, sent]));
	const bar = (name, x, value) => {
		const size = Math.max(1, value / most * height);
		return /* @__PURE__ */ a("rect", {
			class: name,
			x,
			y: height - size,
			width: 8,
			height: size,
			rx: "1"
		});
	};
	return /* @__PURE__ */ a("figure", { children: [/* @__PURE__ */ a("svg", {
		viewBox: `0 0 ${days * width} ${height}`,
		role: "img",
		"aria-label": "Texts by day. The table has the numbers.",
		children: shown.map(({ day, received, sent }, index) => /* @__PURE__ */ a("g", { children: [
			/* @__PURE__ */ a("title", { children: `${day}: ${received} received, ${sent} sent` }),
			bar("received", index * width + 2, received),
			bar("sent", index * width + 10, sent)
		] }, day))
	}), /* @__PURE__ */ a("figcaption", {
		class: "quiet",
		children: [
			/* @__PURE__ */ a("span", {
				class: "received",
				children: "■"
			}),
			" received ",
			/* @__PURE__ */ a("span", {
				class: "sent",
				children: "■"
			}),
			" sent, most in a day: ",
			most
		]
	})] });
}

// page/inbox/inbox.tsx
const views = [
	{
		view: "threads",
		title: "Conversations",
		scope: "messages:read"
	},
	{
		view: "waiting",
		title: "Waiting",
		scope: "messages:read"
	},
	{
		view: "suspected",
		title: "To decide",
		scope: "consents:read"
	},
	{
		view: "approvals",
		title: "Approvals",
		scope: "messages:approve"
	},
	{
		view: "new",
		title: "New text",
		scope: "messages:send"
	},
	{
		view: "events",
		title: "Events",
		scope: "events:read"
	},
	{
		view: "deliveries",
		title: "Deliveries",
		scope: "webhooks:write"
	},
	{
		view: "usage",
		title: "Usage",
		scope: "messages:read"
	}
];
/** The conversations of the team, and what belongs to them. A key sees the parts of its scopes. */
function Inbox() {
	const { can } = usePage();
	const [route, go] = useRoute();
	const allowed = views.filter(({ scope }) => can(scope));
	const view = allowed.some((each) => each.view === route.view) ? route.view : allowed[0]?.view;
	const openSent = (_, thread) => can("messages:read") && go(thread === null ? { view: "waiting" } : { thread });
	return /* @__PURE__ */ a("main", {
		class: "inbox",
		children: [
			/* @__PURE__ */ a("h1", {
				class: "unseen",
				children: "Inbox"
			}),
			/* @__PURE__ */ a("nav", {
				class: "views row",
				"aria-label": "Parts of the inbox",
				children: allowed.map((each) => /* @__PURE__ */ a("a", {
					href: hrefOf(each),
					"aria-current": view === each.view ? "page" : void 0,
					onClick: follow(() => go({ view: each.view })),
					children: each.title
				}, each.view))
			}),
			view === void 0 && /* @__PURE__ */ a("p", {
				class: "quiet wide",
				children: "This key has no scope that the inbox could use."
			}),
			view === "threads" && /* @__PURE__ */ a(Threads, {
				open: route.thread,
				onOpen: (thread) => go({ thread })
			}),
			view === "waiting" && /* @__PURE__ */ a(WaitingView, {}),
			view === "suspected" && /* @__PURE__ */ a(SuspectedView, { onOpen: (thread) => go({ thread }) }),
			view === "approvals" && /* @__PURE__ */ a(ApprovalsView, {}),
			view === "new" && /* @__PURE__ */ a("div", {
				class: "wide stack",
				children: /* @__PURE__ */ a(NewText, {
					title: "New text",
					canWait: true,
					onSent: openSent
				})
			}),
			view === "events" && /* @__PURE__ */ a(Events, { onOpen: (thread) => go({ thread }) }),
			view === "deliveries" && /* @__PURE__ */ a(Deliveries, {}),
			view === "usage" && /* @__PURE__ */ a(Usage, {})
		]
	});
}
/** The list of threads beside the open thread and the panel about its phone. */
function Threads({ open, onOpen }) {
	const { key, can } = usePage();
	const [typed, setTyped] = d("");
	const list = useThreads(useSettled(typed.trim()));
	const { thread, failure } = useThread(open, list.rows);
	const known = useConsent(thread?.contactPhone);
	const [wasRefused, setRefused] = d();
	const [isPanelOpen, setPanelOpen] = d(false);
	const [seen, setSeen] = d(() => findSeen(localStorage, key.team));
	const root = T(null);
	A(() => {
		if (seen || list.hasMore === void 0 || typed !== "") return;
		const first = {
			since: list.rows[0]?.lastMessageAt ?? "",
			threads: {}
		};
		keepSeen(localStorage, key.team, first);
		setSeen(first);
	}, [list.hasMore]);
	const unread = list.rows.filter((row) => isUnread(seen, row)).length;
	A(() => {
		document.title = `${unread > 0 ? `(${unread}) ` : ""}${thread ? `${cleanLine(thread.contactName)} · ` : ""}Inbox`;
	}, [unread, thread?.contactName]);
	const close = () => {
		onOpen(void 0);
		requestAnimationFrame(() => root.current?.querySelector(`[data-thread="${open}"]`)?.focus());
	};
	const move = (step, isArrow = false) => {
		if (isArrow && document.activeElement?.closest(".bubbles, .about")) return false;
		const rows = [...root.current?.querySelectorAll("[data-thread]") ?? []];
		const focused = rows.indexOf(document.activeElement);
		const at = focused === -1 ? rows.findIndex((row) => row.dataset.thread === open) : focused;
		return rows[Math.max(0, at + step)]?.focus();
	};
	const focus = (selector) => root.current?.querySelector(selector)?.focus();
	const shortcuts = [
		{
			key: "j",
			does: "Next conversation",
			act: () => move(1)
		},
		{
			key: "k",
			does: "Previous conversation",
			act: () => move(-1)
		},
		{
			key: "r",
			does: "Reply",
			act: () => focus(".reply textarea")
		},
		{
			key: "/",
			does: "Search",
			act: () => focus("input[type=search]")
		},
		{
			key: "ArrowDown",
			act: () => move(1, true)
		},
		{
			key: "ArrowUp",
			act: () => move(-1, true)
		}
	];
	const onEscape = () => open === void 0 ? setTyped("") : close();
	const isOptedOut = known.value ? known.value.state === "opted_out" : wasRefused === open && open !== void 0;
	return /* @__PURE__ */ a("div", {
		class: `panes${open ? " has-open" : ""}${isPanelOpen ? " has-panel" : ""}`,
		ref: root,
		children: [
			/* @__PURE__ */ a(ShortcutHelp, {
				shortcuts,
				onEscape
			}),
			/* @__PURE__ */ a(ThreadList, {
				list,
				open,
				seen,
				search: typed,
				onSearch: setTyped,
				onOpen
			}),
			thread && /* @__PURE__ */ a(Conversation, {
				thread,
				isOptedOut,
				notice: known.value?.suspected && /* @__PURE__ */ a(Suspicion, {
					value: known.value.suspected,
					onDecided: known.refresh
				}),
				onSeen: (at) => setSeen((kept) => kept && markSeen(localStorage, key.team, kept, thread.id, at)),
				onSent: () => void list.refresh(),
				onOptedOut: () => {
					setRefused(open);
					setPanelOpen(true);
					known.refresh();
				},
				onClose: close,
				onPanel: () => setPanelOpen(!isPanelOpen)
			}, thread.id),
			thread && /* @__PURE__ */ a("aside", {
				class: "about stack",
				"aria-label": `About ${cleanLine(thread.contactName)}`,
				children: [
					/* @__PURE__ */ a(Button, {
						label: "← Back",
						class: "panel-button",
						onClick: () => setPanelOpen(false)
					}),
					/* @__PURE__ */ a("h2", { children: /* @__PURE__ */ a(Name, { value: thread.contactPhone }) }),
					can("consents:read") && /* @__PURE__ */ a("section", {
						class: "stack",
						"aria-label": "Consent",
						children: [
							/* @__PURE__ */ a("h3", { children: "Consent" }),
							known.failure && /* @__PURE__ */ a(FailureNote, { failure: known.failure }),
							known.value && /* @__PURE__ */ a(Consent, { value: known.value })
						]
					}),
					can("contacts:read") && /* @__PURE__ */ a(ContactPanel, { phone: thread.contactPhone })
				]
			}),
			!thread && /* @__PURE__ */ a("section", {
				class: "conversation none",
				"aria-label": "No conversation",
				children: failure ? /* @__PURE__ */ a(FailureNote, {
					failure,
					children: /* @__PURE__ */ a(Button, {
						label: "Back to the list",
						onClick: () => onOpen(void 0)
					})
				}) : /* @__PURE__ */ a("p", {
					class: "quiet",
					children: open ? "Reading…" : "Choose a conversation."
				})
			})
		]
	});
}
/** A value once it has not changed for a quarter of a second. An empty value counts at once. */
function useSettled(value) {
	const [settled, setSettled] = d(value);
	A(() => {
		const timer = setTimeout(() => setSettled(value), value === "" ? 0 : 250);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
/** The open thread: of the list, or read on its own, as from a link. */
function useThread(id, rows) {
	const { api } = usePage();
	const listed = rows.find((row) => row.id === id);
	const last = T(void 0);
	if (listed || last.current?.id !== id) last.current = listed;
	const { value, failure } = useRead(async () => {
		if (id === void 0 || last.current) return void 0;
		return (await api.GET("/api/threads/{id}", { params: { path: { id } } })).data;
	}, id);
	return {
		thread: last.current ?? value,
		failure
	};
}

// generated/client-lines.ts
/** What to write in an app, by its client: an example with the address of a server, an account and a recipient. */
const clientLines = [
	{
		"name": "curl",
		"lines": "curl https://sms.example.com/api/text \\\n  -H \"X-API-Key: $MESSAGING_API_KEY\" \\\n  -H \"Content-Type: application/json\" \\\n  -d '{\"phone_number\": \"+12025550123\", \"message\": \"Hello\"}'"
	},
	{
		"name": "Command line",
		"lines": "MESSAGING_URL=https://sms.example.com messaging send +12025550123 \"Hello\""
	},
	{
		"name": "Twilio for Node",
		"lines": "import twilio from \"twilio\";\n\nconst client = twilio(\"AC0123456789abcdef0123456789abcdef\", process.env.TWILIO_AUTH_TOKEN);\nclient.api.baseUrl = client.verify.baseUrl = \"https://sms.example.com\";\nawait client.messages.create({ to: \"+12025550123\", body: \"Hello\" });"
	},
	{
		"name": "Twilio for Python",
		"lines": "import os\nfrom twilio.rest import Client\n\nclient = Client(\"AC0123456789abcdef0123456789abcdef\", os.environ[\"TWILIO_AUTH_TOKEN\"])\nclient.api.base_url = client.verify.base_url = \"https://sms.example.com\"\nclient.messages.create(to=\"+12025550123\", body=\"Hello\")"
	},
	{
		"name": "Twilio for Go",
		"lines": "package main\n\nimport (\n	\"net/http\"\n	\"net/url\"\n	\"os\"\n\n	\"github.com/twilio/twilio-go\"\n	\"github.com/twilio/twilio-go/client\"\n	openapi \"github.com/twilio/twilio-go/rest/api/v2010\"\n)\n\ntype toServer struct{}\n\nfunc (toServer) RoundTrip(request *http.Request) (*http.Response, error) {\n	server, _ := url.Parse(\"https://sms.example.com\")\n	request = request.Clone(request.Context())\n	request.URL.Scheme, request.URL.Host = server.Scheme, server.Host\n	request.URL.Path = server.Path + request.URL.Path\n	return http.DefaultTransport.RoundTrip(request)\n}\n\nfunc main() {\n	base := &client.Client{\n		Credentials: client.NewCredentials(\"AC0123456789abcdef0123456789abcdef\", os.Getenv(\"TWILIO_AUTH_TOKEN\")),\n		HTTPClient:  &http.Client{Transport: toServer{}},\n	}\n	base.SetAccountSid(\"AC0123456789abcdef0123456789abcdef\")\n	api := twilio.NewRestClientWithParams(twilio.ClientParams{Client: base}).Api\n	message := (&openapi.CreateMessageParams{}).SetTo(\"+12025550123\").SetBody(\"Hello\")\n	if _, err := api.CreateMessage(message); err != nil {\n		panic(err)\n	}\n}"
	},
	{
		"name": "Twilio for Java",
		"lines": "import com.twilio.http.NetworkHttpClient;\nimport com.twilio.http.TwilioRestClient;\nimport com.twilio.rest.api.v2010.account.Message;\nimport com.twilio.type.PhoneNumber;\nimport org.apache.hc.client5.http.impl.DefaultSchemePortResolver;\nimport org.apache.hc.client5.http.impl.classic.HttpClientBuilder;\nimport org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;\nimport org.apache.hc.core5.http.HttpHost;\n\npublic class Send {\n    public static void main(String[] args) throws Exception {\n        var server = HttpHost.create(\"https://sms.example.com\");\n        var routes = new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE);\n        var http = HttpClientBuilder.create().setRoutePlanner((host, context) -> routes.determineRoute(server, context));\n        var client = new TwilioRestClient.Builder(\"AC0123456789abcdef0123456789abcdef\", System.getenv(\"TWILIO_AUTH_TOKEN\"))\n            .httpClient(new NetworkHttpClient(http))\n            .build();\n        Message.creator(new PhoneNumber(\"+12025550123\"), \"MG0123456789abcdef0123456789abcdef\", \"Hello\").create(client);\n    }\n}"
	},
	{
		"name": "Twilio for C#",
		"lines": "using Twilio;\nusing Twilio.Clients;\nusing Twilio.Http;\nusing Twilio.Rest.Api.V2010.Account;\n\nvar http = new SystemNetHttpClient(new System.Net.Http.HttpClient(new ToServer()));\nvar token = Environment.GetEnvironmentVariable(\"TWILIO_AUTH_TOKEN\");\nTwilioClient.SetRestClient(new TwilioRestClient(\"AC0123456789abcdef0123456789abcdef\", token, httpClient: http));\nawait MessageResource.CreateAsync(to: \"+12025550123\", body: \"Hello\");\n\nclass ToServer() : DelegatingHandler(new HttpClientHandler())\n{\n    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellation)\n    {\n        request.RequestUri = new Uri(\"https://sms.example.com\" + request.RequestUri!.PathAndQuery);\n        return base.SendAsync(request, cancellation);\n    }\n}"
	},
	{
		"name": "Twilio for PHP",
		"lines": "<?php\nrequire __DIR__ . '/vendor/autoload.php';\n\nclass ToServer extends Twilio\\Http\\CurlClient\n{\n    public function request(...$arguments): Twilio\\Http\\Response\n    {\n        $arguments[1] = preg_replace('#^https://[^/]+#', 'https://sms.example.com', $arguments[1]);\n        return parent::request(...$arguments);\n    }\n}\n\n$client = new Twilio\\Rest\\Client('AC0123456789abcdef0123456789abcdef', getenv('TWILIO_AUTH_TOKEN'), null, null, new ToServer());\n$client->messages->create('+12025550123', ['body' => 'Hello']);"
	},
	{
		"name": "Twilio for Ruby",
		"lines": "require 'twilio-ruby'\n\nclass ToServer < Twilio::HTTP::Client\n  def request(host, port, method, url, *rest)\n    super(host, port, method, url.sub(%r{\\Ahttps://[^/]+}, 'https://sms.example.com'), *rest)\n  end\nend\n\nclient = Twilio::REST::Client.new('AC0123456789abcdef0123456789abcdef', ENV['TWILIO_AUTH_TOKEN'], nil, nil, ToServer.new)\nclient.messages.create(to: '+12025550123', body: 'Hello')"
	},
	{
		"name": "Textbelt by curl",
		"lines": "curl https://sms.example.com/text \\\n  --data-urlencode phone=+12025550123 \\\n  --data-urlencode message=Hello \\\n  --data-urlencode key=\"$MESSAGING_API_KEY\""
	},
	{
		"name": "Supabase Auth",
		"lines": "GOTRUE_HOOK_SEND_SMS_ENABLED=true\nGOTRUE_HOOK_SEND_SMS_URI=https://sms.example.com/hooks/supabase/AC0123456789abcdef0123456789abcdef/send-sms\nGOTRUE_HOOK_SEND_SMS_SECRETS=v1,whsec_…"
	}
];

// page/phone/handsets.ts
/** The number of the handset that shows a line. */
const handsetOf = (line) => line.kind === "reply" ? line.from : line.to;
/** Adds lines, or newer versions of them, the oldest first. A status never goes back. */
function addLines(known, arrived) {
	const merge = (before, reported) => {
		if (before.kind === "reply" || reported.kind === "reply") return before;
		const status = laterStatus(before.status, reported.status);
		return {
			...reported,
			status,
			errorCode: status === reported.status ? reported.errorCode : before.errorCode
		};
	};
	return mergeRows(known, arrived, merge).slice(-2e3);
}
/** Raises the status of a text; undefined if the text is not known. */
function raiseStatus(lines, id, status, errorCode) {
	const line = lines.find((each) => each.id === id);
	return line && addLines(lines, [{
		...line,
		status,
		errorCode
	}]);
}
/** The handsets that have a line, that with the newest first, and then those that were added on the page. */
function listHandsets(lines, added) {
	const newest = /* @__PURE__ */ new Map();
	for (const last of lines.toReversed()) {
		const phone = handsetOf(last);
		if (!newest.has(phone)) newest.set(phone, {
			phone,
			last
		});
	}
	const empty = added.filter((phone) => !newest.has(phone));
	return [...newest.values(), ...empty.map((phone) => ({ phone }))];
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

// page/phone/fit-lines.ts
/**
* The lines of an example with the address of this server, the team's ids at doors and the recipient. The name of a sender, which
* a handset can have instead of a phone, never gets into lines that somebody may run.
*/
function fitLines(lines, { baseUrl, teamId, phone }) {
	const recipient = /^\+\d{7,15}$/.test(phone) ? phone : firstHandset;
	return lines.replaceAll("https://sms.example.com", () => baseUrl).replaceAll(/\b(AC|MG)0123456789abcdef0123456789abcdef\b/g, (_, prefix) => prefix + teamId.replaceAll("-", "")).replaceAll(firstHandset, recipient);
}

// page/phone/connect.tsx
/** What to write in an app that sends by this server, whose texts the handset then shows. */
function Connect({ phone }) {
	const { baseUrl, key } = usePage();
	const [chosen, setChosen] = d(clientLines[0].name);
	const lines = fitLines(clientLines.find(({ name }) => name === chosen).lines, {
		baseUrl,
		teamId: key.teamId,
		phone
	});
	return /* @__PURE__ */ a("section", {
		class: "card",
		"aria-label": "Connect your app",
		children: [
			/* @__PURE__ */ a("h2", { children: "Connect your app" }),
			/* @__PURE__ */ a("label", { children: ["Client", /* @__PURE__ */ a("select", {
				value: chosen,
				onChange: (event) => setChosen(event.currentTarget.value),
				children: clientLines.map(({ name }) => /* @__PURE__ */ a("option", { children: name }, name))
			})] }),
			/* @__PURE__ */ a("pre", {
				tabIndex: 0,
				children: /* @__PURE__ */ a("code", { children: lines })
			}),
			/* @__PURE__ */ a("p", {
				class: "row",
				children: /* @__PURE__ */ a(CopyButton, {
					text: lines,
					label: "Copy"
				}, chosen)
			}),
			/* @__PURE__ */ a("p", {
				class: "quiet small",
				children: [
					"Keys and tokens come from the environment. On the server's machine, ",
					/* @__PURE__ */ a("code", { children: "cli/messaging keys create" }),
					" makes a key, and ",
					/* @__PURE__ */ a("code", { children: "cli/messaging teams twilio-credentials NAME" }),
					" a token. More languages:",
					" ",
					/* @__PURE__ */ a("a", {
						href: "docs",
						children: "reference"
					})
				]
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
		children: [can("messages:send") && /* @__PURE__ */ a(NewText, {
			title: "Send a text",
			phone,
			text: "Hello from Messaging",
			onSent
		}, phone), /* @__PURE__ */ a(Connect, { phone })]
	});
}

// page/phone/reply-box.tsx
/** Answers as the person with the handset. */
function ReplyBox({ phone, partners, onReply }) {
	const { api, can } = usePage();
	const [partner, setPartner] = d();
	const [failure, setFailure] = d();
	const to = partner ?? partners[0];
	async function reply({ text, unknownKey }) {
		const body = {
			from: phone,
			to,
			text
		};
		const outcome = await attempt((header) => api.POST("/api/simulator/replies", {
			params: { header },
			body
		}), unknownKey);
		const createdAt = (/* @__PURE__ */ new Date()).toISOString().replace("Z", "000Z");
		if (!outcome.failure && !can("events:read")) onReply({
			kind: "reply",
			id: newIdempotencyKey(),
			...body,
			createdAt
		});
		return outcome;
	}
	const say = async (word) => setFailure((await reply({ text: word })).failure);
	return /* @__PURE__ */ a("div", {
		class: "reply stack",
		children: [
			partners.length > 1 && /* @__PURE__ */ a("label", { children: ["Answer", /* @__PURE__ */ a("select", {
				"aria-label": "Business number",
				value: to,
				onChange: (event) => setPartner(event.currentTarget.value),
				children: partners.map((number) => /* @__PURE__ */ a("option", { children: number }, number))
			})] }),
			/* @__PURE__ */ a("p", {
				class: "row",
				children: [
					"STOP",
					"START",
					"HELP"
				].map((word) => /* @__PURE__ */ a(Button, {
					label: word,
					class: "small",
					disabled: to === void 0,
					onClick: () => say(word)
				}, word))
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure }),
			/* @__PURE__ */ a(TextBox, {
				draft: `handset.${phone}`,
				label: `Reply as ${phone}`,
				button: "Reply",
				onSend: to === void 0 ? void 0 : reply
			})
		]
	});
}

// page/phone/use-replies.ts
/** Reads the earlier replies of a handset from its threads. A key without the scope shows later replies only. */
function useReplies(phone, onReplies) {
	const { api, can, key } = usePage();
	A(() => {
		if (!can("messages:read")) return;
		const left = new AbortController();
		const { signal } = left;
		async function read() {
			const query = {
				phones: [phone],
				per_page: 100
			};
			const { data } = await api.GET("/api/threads", {
				params: { query },
				signal
			});
			for (const { id, senderPhone } of data.threads) {
				const params = {
					path: { id },
					query: { per_page: 100 }
				};
				const { messages } = (await api.GET("/api/threads/{id}/messages", {
					params,
					signal
				})).data;
				onReplies(messages.filter((each) => each.direction === "inbound" && each.testMode === key.testMode).map(({ id, body, createdAt }) => ({
					kind: "reply",
					id,
					from: phone,
					to: senderPhone,
					text: body,
					createdAt
				})));
			}
		}
		read().catch(() => {});
		return () => left.abort();
	}, [phone]);
}

// page/phone/handset.tsx
/** A handset: its screen, and a box to answer with. */
function Handset({ phone, lines, isLoaded, numbers, onReplies }) {
	const own = lines.filter((line) => handsetOf(line) === phone);
	const consent = useConsent(phone).value;
	useReplies(phone, onReplies);
	const does = magicRecipients.find((each) => each.phone === phone)?.does;
	const primaryFirst = numbers.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
	const partners = /* @__PURE__ */ new Set([...own.flatMap((line) => line.kind === "reply" ? [] : [line.from]), ...primaryFirst.map(({ phoneNumber }) => phoneNumber)]);
	return /* @__PURE__ */ a("section", {
		class: "handset",
		"aria-label": `Handset ${phone}`,
		children: [
			/* @__PURE__ */ a("header", {
				class: "stack",
				children: [
					/* @__PURE__ */ a("h2", { children: phone }),
					/* @__PURE__ */ a("p", {
						class: "quiet small",
						children: does ?? "simulated handset"
					}),
					consent && consent.state !== "unknown" && /* @__PURE__ */ a(Consent, { value: consent })
				]
			}),
			/* @__PURE__ */ a(Bubbles, {
				label: "Texts",
				rows: own,
				show: showLine,
				children: own.length === 0 && /* @__PURE__ */ a("li", {
					class: "day quiet",
					children: isLoaded ? "No texts yet. What your app sends to this number appears here." : "Loading…"
				})
			}),
			/* @__PURE__ */ a(ReplyBox, {
				phone,
				partners: [...partners],
				onReply: (reply) => onReplies([reply])
			})
		]
	});
}
function showLine(line) {
	if (line.kind !== "reply") return /* @__PURE__ */ a(TextBubble, { text: line });
	return /* @__PURE__ */ a(Bubble, {
		isOwn: true,
		children: [/* @__PURE__ */ a(Body, { value: line.text }), /* @__PURE__ */ a("p", {
			class: "quiet small",
			children: /* @__PURE__ */ a(Time, { value: line.createdAt })
		})]
	});
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
function TextBubble({ text }) {
	const { api } = usePage();
	const [failure, setFailure] = d();
	async function play({ status, errorCode }) {
		const path = { id: text.id };
		const body = {
			status,
			...errorCode && { errorCode }
		};
		const { failure } = await attempt((header) => api.POST("/api/simulator/texts/{id}/status", {
			params: {
				path,
				header
			},
			body
		}));
		setFailure(failure);
	}
	return /* @__PURE__ */ a(Bubble, {
		isOwn: false,
		children: [
			/* @__PURE__ */ a(Body, {
				value: text.text,
				linked: true
			}),
			text.media.map((file) => /* @__PURE__ */ a(MediaFile, { ...file }, file.id ?? file.url)),
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
					playableOf(text).map((each) => /* @__PURE__ */ a(Button, {
						label: each.label,
						class: "small",
						onClick: () => play(each)
					}, each.label))
				]
			}),
			failure && /* @__PURE__ */ a(FailureNote, { failure })
		]
	});
}

// page/phone/use-lines.ts
/** The seconds that the server holds a request for texts. */
const waitSeconds = 10;
/** Pages of a list after a long absence. The server keeps a thousand texts of a team. */
const maxPages = 10;
/** What the handsets show, kept current by one held request for texts and by events for all else. */
function useLines() {
	const page = usePage();
	const [lines, setLines] = d([]);
	const [isLoaded, setLoaded] = d(false);
	const [failure, setFailure] = d();
	const add = (arrived) => setLines((known) => addLines(known, arrived));
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
			if (event.testMode !== page.key.testMode) return;
			setLines((known) => {
				const next = applyEvent(known, event);
				if (next === void 0) refresh();
				return next ?? known;
			});
		}
	});
	A(() => {
		if (!isLoaded) return;
		const stopped = new AbortController();
		const newest = lines.findLast(({ kind }) => kind !== "reply");
		holdRequests(page, newest?.createdAt, stopped.signal, (texts) => {
			add(texts);
			page.announce(`New text on ${texts[0].to}: ${cleanLine(texts[0].text)}`);
		});
		return () => stopped.abort();
	}, [isLoaded]);
	return {
		lines,
		isLoaded,
		failure,
		add
	};
}
/** The lines after an event; undefined if it is about a text that is not known. */
function applyEvent(lines, { type, data }) {
	if (type === "message.received") {
		const { messageId, from, to, text, createdAt } = data;
		return addLines(lines, [{
			kind: "reply",
			id: messageId,
			from,
			to,
			text,
			createdAt
		}]);
	}
	if (type === "message.status") {
		const { messageId, status, errorCode } = data;
		return raiseStatus(lines, messageId, status, errorCode);
	}
	if (type === "otp.status") {
		const { otpId, deliveryStatus, errorCode } = data;
		return raiseStatus(lines, otpId, deliveryStatus, errorCode);
	}
	return lines;
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
		if (tab.isHidden()) await pauseOrChange(void 0, tab, stopped);
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
			if (stopped.aborted || [
				401,
				403,
				404
			].includes(status)) return;
			losses += 1;
			const milliseconds = Math.max(retryAfterSeconds * 1e3, Math.min(500 * 2 ** losses, 1e4));
			await pauseOrChange(milliseconds, tab, stopped);
		}
	}
}

// page/phone/phone.tsx
/** The handsets of the simulated carrier: what it would have delivered, and answers to it. */
function Phone() {
	const { lines, isLoaded, failure, add } = useLines();
	const { value: numbers = [] } = useNumbers();
	const [added, setAdded] = d([firstHandset]);
	const [chosen, setChosen] = d();
	const listed = listHandsets(lines, added);
	const phones = listed.map(({ phone }) => phone);
	const phone = chosen ?? phones[0];
	A(() => {
		document.title = `${phone} · Phone`;
	}, [phone]);
	const addNumber = () => {
		const number = newNumber(/* @__PURE__ */ new Set([...phones, ...numbers.map(({ phoneNumber }) => phoneNumber)]));
		if (number === void 0) return;
		setAdded([...added, number]);
		setChosen(number);
	};
	const step = (by) => {
		const all = [.../* @__PURE__ */ new Set([...phones, ...magicRecipients.map((each) => each.phone)])];
		setChosen(all[Math.min(Math.max(all.indexOf(phone) + by, 0), all.length - 1)]);
	};
	const focus = (selector) => document.querySelector(selector)?.focus();
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
				onAdd: addNumber
			}),
			/* @__PURE__ */ a(Handset, {
				phone,
				lines,
				isLoaded,
				numbers,
				onReplies: add
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
					act: addNumber
				},
				{
					key: "r",
					does: "Write a reply",
					act: () => focus(".reply textarea")
				},
				{
					key: "s",
					does: "Write a text as your app",
					act: () => focus(".new-text textarea")
				}
			] })
		]
	});
}
/** The handsets, the special numbers of the simulated carrier, and a button for a new number. */
function HandsetList({ listed, chosen, onChoose, onAdd }) {
	const special = magicRecipients.filter(({ phone }) => !listed.some((each) => each.phone === phone));
	const item = (phone, last, at) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", {
		type: "button",
		class: "entry",
		"aria-current": phone === chosen ? "true" : void 0,
		onClick: () => onChoose(phone),
		children: [
			/* @__PURE__ */ a("span", {
				class: "name",
				children: /* @__PURE__ */ a(Name, { value: phone })
			}),
			at && /* @__PURE__ */ a(Time, { value: at }),
			/* @__PURE__ */ a("span", {
				class: "preview",
				children: last
			})
		]
	}) }, phone);
	return /* @__PURE__ */ a("nav", {
		class: "handsets stack",
		"aria-label": "Handsets",
		children: [
			/* @__PURE__ */ a("div", {
				class: "row spread",
				children: [/* @__PURE__ */ a("h2", { children: "Handsets" }), /* @__PURE__ */ a(Button, {
					label: "New number",
					class: "small",
					onClick: onAdd
				})]
			}),
			/* @__PURE__ */ a("ul", { children: listed.map(({ phone, last }) => item(phone, last ? /* @__PURE__ */ a(Name, { value: last.text }) : "no texts yet", last?.createdAt)) }),
			special.length > 0 && /* @__PURE__ */ a("h2", { children: "Special numbers" }),
			/* @__PURE__ */ a("ul", { children: special.map(({ phone, does }) => item(phone, does)) })
		]
	});
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
		const key = field.current.value.trim();
		if (key === "") return field.current.focus();
		setChecking(true);
		setFailure(void 0);
		try {
			await createApi({
				baseUrl,
				key
			}).GET("/api/key");
			onSignIn(key);
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
	const [key, setKey] = d(() => findKey(sessionStorage));
	const [reason, setReason] = d();
	const signIn = (given) => {
		keepKey(given, sessionStorage);
		setKey(given);
	};
	const signOut = (why) => {
		forgetKey(sessionStorage);
		setReason(why);
		setKey(void 0);
	};
	if (key === void 0) return /* @__PURE__ */ a(SignIn, {
		baseUrl,
		reason,
		onSignIn: signIn
	});
	return /* @__PURE__ */ a(Frame, {
		baseUrl,
		header: key,
		view,
		onKey: signIn,
		onSignOut: signOut
	}, key);
}
takeKeyOfAddress(location, history, sessionStorage);
addEventListener("hashchange", () => {
	if (takeKeyOfAddress(location, history, sessionStorage)) location.reload();
});
Q(/* @__PURE__ */ a(App, {}), document.body);
