/** Style and scripts of the map page. Made by `npm run docs`. */
export const MAP_SCRIPT = `/*
d3-array 3.2.5 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-brush 3.0.0 (ISC)
  Copyright 2010-2021 Mike Bostock
d3-color 3.1.1 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-dispatch 3.0.2 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-drag 3.0.1 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-interpolate 3.0.2 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-selection 3.0.0 (ISC)
  Copyright 2010-2021 Mike Bostock
d3-timer 3.0.2 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-transition 3.0.2 (ISC)
  Copyright 2010-2026 Mike Bostock
d3-zoom 3.0.0 (ISC)
  Copyright 2010-2021 Mike Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.

--------------------------------------------------------------------------------

d3-ease 3.0.2 (BSD-3-Clause)
  Copyright 2010-2026 Mike Bostock
  Copyright 2001 Robert Penner

All rights reserved.

Redistribution and use in source and binary forms, with or without modification,
are permitted provided that the following conditions are met:

* Redistributions of source code must retain the above copyright notice, this
  list of conditions and the following disclaimer.

* Redistributions in binary form must reproduce the above copyright notice,
  this list of conditions and the following disclaimer in the documentation
  and/or other materials provided with the distribution.

* Neither the name of the author nor the names of contributors may be used to
  endorse or promote products derived from this software without specific prior
  written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
(INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON
ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

--------------------------------------------------------------------------------

d3-geo 3.1.2 (ISC)
  Copyright 2010-2026 Mike Bostock
  Copyright 2008-2012 Charles Karney

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.

This license applies to GeographicLib, versions 1.12 and later.

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.  IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
(function() {
// src/render/page/browser/dom.ts
/** Elements by id, and new elements. Text is set as text, so that content of a service never becomes markup. */
function byId(id) {
	const element = document.getElementById(id);
	if (element === null) throw new Error(\`the page has no element \${id}\`);
	return element;
}
function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	Object.assign(element, properties);
	element.append(...children);
	return element;
}
/** Returns 12345 as 12,345, in every locale. */
const grouped = (count) => String(count).replace(/\\B(?=(\\d{3})+$)/g, ",");
const counted = (count, noun) => \`\${grouped(count)} \${noun}\${count === 1 ? "" : "s"}\`;
/** Returns a function that calls \`work\` at the next frame, once for any number of calls. */
function eachFrame(work) {
	let isAsked = false;
	return () => {
		if (isAsked) return;
		isAsked = true;
		requestAnimationFrame(() => {
			isAsked = false;
			work();
		});
	};
}
// src/hint.ts
/** Stands for a value that must not be written into a command. */
const UNWRITABLE = {
	text: "<...>",
	isBlank: true
};
/** Words as a line that can be pasted into a shell. */
function commandLine(words, shell = "posix") {
	return words.map((word) => word.isBlank === true ? word.text : shellWord(word.text, shell)).join(" ");
}
const UNSAFE = /[\\p{C}\\p{Zl}\\p{Zp}]|(?<!\\p{ExtPict})\\ufe0f|(?!\\ufe0f)\\p{DI}/u;
/** False for a word that would move a cursor, reverse a reading order, hide text or end the line. */
const isWritable = (text) => !UNSAFE.test(text);
/** The word, quoted where this shell would read something else; \`<...>\` where no quotes help. */
function shellWord(text, shell) {
	if (!isWritable(text)) return UNWRITABLE.text;
	return QUOTED[shell](text) ?? UNWRITABLE.text;
}
const QUOTED = {
	posix: (text) => /^(?!=)[\\w@%+=:,./-]+$/.test(text) ? text : \`'\${text.replaceAll("'", \`'\\\\''\`)}'\`,
	fish: (text) => /^(?![%=])[\\w@%+=:,./-]+$/.test(text) ? text : \`'\${text.replace(/['\\\\]/g, "\\\\$&")}'\`,
	powershell: (text) => {
		if (/^(?!-.*[.:])[\\w+=:./\\\\-]+$/.test(text)) return text;
		return /"|\\\\$/.test(text) ? void 0 : \`'\${text.replace(/['\\u2018-\\u201b]/g, "$&$&")}'\`;
	},
	cmd: (text) => {
		if (/^[\\w+:./\\\\-]+$/.test(text)) return text;
		return /["%!]|\\\\$/.test(text) ? void 0 : \`"\${text}"\`;
	}
};
// src/render/map-page/browser/order-commands.ts
/**
* The text to copy for the ticked rows: the commands that order their items, or else their ids; and the file of the
* items.
*/
/** The file that a long command refers to, and that the page saves. */
const ITEMS_FILE = "order-items.json";
/** Some terminals, and Windows, refuse longer lines. */
const MOST_CHARACTERS = 7e3;
function orderCommand(verb, items, carried, shell, program = "swath") {
	const words = [];
	for (const item of items) {
		const word = flagOf(item);
		if (word === void 0) return {
			ok: false,
			reason: unwritable("An item", program)
		};
		words.push(...word);
	}
	const bad = [...words, ...carried].find((word) => !isQuotable(word, shell));
	if (bad !== void 0) return {
		ok: false,
		reason: unwritable(\`The value \${JSON.stringify(bad)}\`, program)
	};
	const line = (flags) => \`\${program} \${commandLine([
		"order",
		verb,
		...flags,
		...carried
	].map((text) => ({ text })), shell)}\`;
	const whole = line(words);
	return whole.length <= MOST_CHARACTERS ? {
		ok: true,
		text: whole,
		needsFile: false
	} : {
		ok: true,
		text: line(["--items", ITEMS_FILE]),
		needsFile: true
	};
}
const unwritable = (what, program) => \`\${what} has characters that no command may hold. Save the order items, and type: \${program} order review --items \${ITEMS_FILE}\`;
/** Refuses control, bidi and invisible characters, and values that the shell cannot quote. */
const isQuotable = (word, shell) => isWritable(word) && commandLine([{ text: word }], shell) !== "<...>";
function flagOf(item) {
	const { collectionId, granuleId, productType, collectIds } = item ?? {};
	if (isText(collectionId, /^[^/]+$/) && isText(granuleId, /./s)) return ["--item", \`\${collectionId}/\${granuleId}\`];
	if (isText(productType, /^[^=\\s]+$/) && Array.isArray(collectIds) && collectIds.length > 0 && collectIds.every((id) => isText(id, /^[^,\\s]+$/))) return ["--generate", \`\${productType}=\${collectIds.join(",")}\`];
}
/** Returns one full id per line. */
function idLines(rows) {
	const bad = rows.find(({ id, label }) => !isWritable(id ?? label));
	if (bad !== void 0) return {
		ok: false,
		reason: \`The id \${bad.label} has characters that hide or move text, so the ids are not copied: untick its row.\`
	};
	return {
		ok: true,
		text: rows.map(({ id, label }) => id ?? label).join("\\n"),
		needsFile: false
	};
}
const isText = (value, pattern) => typeof value === "string" && pattern.test(value);
const itemsFile = (items) => \`\${JSON.stringify(items, void 0, 2)}\\n\`;
// src/time/minute-text.ts
/** Returns an RFC 3339 time or milliseconds since 1970 in UTC, to the minute, for people: \`2025-11-09 13:48\`. */
const minuteText = (time) => (typeof time === "string" ? time : new Date(time).toISOString()).slice(0, 16).replace("T", " ");
// src/render/map-page/browser/ticked-sum.ts
/** The totals of the ticked rows: number, coverage and price, with notes. */
function tickedSum(rows, { pricesReadAt = "" }) {
	const { ticked } = rows;
	const noun = rows.hasScenes ? "product" : "row";
	if (ticked.length === 0) return {
		total: "",
		note: rows.all.length === 0 ? "" : \`Nothing ticked: tick \${noun}s in the table, or click a footprint.\`
	};
	const items = orderItemsOf(ticked).length;
	const holding = items > ticked.length ? \`, \${counted(items, "item")}\` : "";
	const parts = [\`\${counted(ticked.length, noun)} ticked\${holding}\`];
	const { percent, km2 } = rows.coveredBy(ticked);
	if (percent !== void 0) parts.push(\`\${percent} % of the area\`);
	else if (km2 !== void 0 && km2 > 0) parts.push(\`\${areaText(km2)} km²\`);
	const prices = ticked.flatMap(({ data: { price } }) => price ?? []);
	for (const currency of new Set(prices.map((price) => price.currency))) parts.push(priceSumText(prices.filter((price) => price.currency === currency)));
	const notes = [];
	if (prices.length === 0 && rows.hasScenes) notes.push("prices not read");
	if (prices.length > 0) {
		const without = ticked.length - prices.length;
		if (without > 0) notes.push(\`\${counted(without, noun)} without a price\`);
		if (pricesReadAt !== "") notes.push(\`prices read \${minuteText(pricesReadAt)} UTC\`);
	}
	return {
		total: parts.join(" · "),
		note: notes.join(" · ")
	};
}
/** Returns the order items of all rows, each once: two pairs may share a scene. */
function orderItemsOf(rows) {
	const all = rows.flatMap(({ data }) => itemsOf(data));
	return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}
const itemsOf = ({ item, items }) => items ?? (item === void 0 ? [] : [item]);
const areaText = (km2) => km2 < 10 ? km2.toFixed(2) : grouped(Math.round(km2));
/** Returns the sum of prices of one currency, in the format of the first. */
function priceSumText(prices) {
	const [{ currency, text = \`\${currency} 0\` }] = prices;
	const [, before, after] = /^(\\D*)[\\d.,]+(.*)$/.exec(text) ?? [
		text,
		\`\${currency} \`,
		""
	];
	const [whole = "", cents] = prices.reduce((sum, { amount }) => sum + amount, 0).toFixed(2).split(".");
	return \`\${before}\${grouped(Number(whole))}.\${cents}\${after}\`;
}
// src/render/map-page/browser/basket-view.ts
/**
* The bar of the ticked rows: their total, and buttons to copy the order command, to save its items, and to untick.
*/
const [verb, shell] = [byId("verb"), byId("shell")];
const [line, note] = [byId("command"), byId("copy-note")];
const buttonOf = (id) => byId(id);
const [copy, save, untick] = [
	buttonOf("copy"),
	buttonOf("save"),
	buttonOf("untick")
];
const LONG = \`The command is long, so it reads the file: save the order items as \${ITEMS_FILE} where you run it.\`;
function showBasket(rows, data) {
	const canOrder = data.rows.some((row) => itemsOf(row).length > 0);
	shell.value = data.command.shell;
	if (!canOrder) showIdsOnly();
	showWithPrices(data);
	let remark = "";
	const show = () => {
		const { total, note: about } = tickedSum(rows, data);
		byId("sum").replaceChildren(total, make("small", {}, about));
		for (const element of [byId("actions"), copy]) element.hidden = rows.ticked.length === 0;
		const copied = canOrder ? orderCommand(verb.value, orderItemsOf(rows.ticked), data.command.carried, shell.value, data.command.program) : idLines(rows.ticked.map((row) => row.data));
		line.value = copied.ok ? copied.text : "";
		line.hidden = !copied.ok || !canOrder;
		copy.disabled = !copied.ok;
		line.rows = Math.min(4, Math.max(1, Math.ceil(line.value.length / 60)));
		remark = copied.ok ? copied.needsFile ? LONG : "" : copied.reason;
		note.textContent = remark;
	};
	copy.addEventListener("click", () => void copyLine(remark));
	save.addEventListener("click", () => saveItems(orderItemsOf(rows.ticked)));
	untick.addEventListener("click", () => {
		rows.tick(rows.ticked, false);
		byId("rows").focus();
	});
	verb.addEventListener("change", show);
	shell.addEventListener("change", show);
	rows.on("ticked", show);
	show();
}
/** For rows that no command orders, such as tasks. */
function showIdsOnly() {
	for (const element of [
		verb.parentElement,
		shell.parentElement,
		save
	]) element.hidden = true;
	copy.textContent = "Copy the ids";
}
function showWithPrices({ command: { withPrices = "" } }) {
	byId("with-prices").hidden = withPrices === "";
	byId("price-command").textContent = withPrices;
}
async function copyLine(remark) {
	try {
		await navigator.clipboard.writeText(line.value);
		note.textContent = \`\${remark} Copied.\`.trim();
	} catch {
		byId("actions").open = true;
		line.hidden = false;
		line.focus();
		line.select();
		note.textContent = "The browser does not let the page copy. The text is selected: press Ctrl-C.";
	}
}
function saveItems(items) {
	const url = URL.createObjectURL(new Blob([itemsFile(items)], { type: "application/json" }));
	make("a", {
		href: url,
		download: ITEMS_FILE
	}).click();
	setTimeout(() => URL.revokeObjectURL(url), 1e4);
	note.textContent = \`Saved as \${ITEMS_FILE}.\`;
}
// src/render/map-page/browser/filter-view.ts
/** The fields that filter rows: free text, and behind a button the values of a column and the limits of a number. */
function showFilters(rows) {
	const fields = byId("filter-fields");
	const search = byId("search");
	search.addEventListener("input", () => {
		rows.filters.text = search.value.trim().toLowerCase();
		rows.update();
	});
	for (const column of rows.columns) if (column.choices !== void 0) fields.append(choiceField(rows, column, column.choices));
	else if (column.kind === "number" && column.constant === void 0 && column.key !== "#") fields.append(limitField(rows, column));
	const [button, note] = [byId("filters"), byId("filter-note")];
	button.addEventListener("click", () => {
		fields.hidden = !fields.hidden;
		button.setAttribute("aria-expanded", String(!fields.hidden));
	});
	button.hidden = fields.childElementCount === 0;
	rows.on("shown", () => {
		const count = rows.filters.choices.size + rows.filters.limits.size;
		note.textContent = count === 0 ? "" : \` \${count} in use\`;
	});
	byId("find").hidden = rows.all.length < 2;
}
function choiceField(rows, column, choices) {
	const { at } = column;
	const field = make("fieldset", {}, make("legend", {}, column.head));
	const boxes = choices.map((value) => {
		const box = make("input", { type: "checkbox" });
		box.addEventListener("change", () => {
			const wanted = choices.filter((_, index) => boxes[index].checked);
			if (wanted.length === 0) rows.filters.choices.delete(at);
			else rows.filters.choices.set(at, new Set(wanted));
			rows.update();
		});
		field.append(make("label", {}, box, \` \${value === "" ? "(none)" : value}\`));
		return box;
	});
	return field;
}
function limitField(rows, column) {
	const { at } = column;
	const name = column.head;
	const values = rows.all.map(({ cells }) => cells[at]).filter((cell) => typeof cell === "number");
	const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
	const input = (word, placeholder) => make("input", {
		type: "number",
		step: "any",
		placeholder: String(Math.round(placeholder * 100) / 100),
		ariaLabel: \`\${name}, \${word}\`
	});
	const [low, high] = [input("at least", least), input("at most", most)];
	const change = () => {
		const from = low.value === "" ? -1e400 : low.valueAsNumber;
		const to = high.value === "" ? 1e400 : high.valueAsNumber;
		if (from === -1e400 && to === 1e400) rows.filters.limits.delete(at);
		else rows.filters.limits.set(at, [from, to]);
		rows.update();
	};
	for (const one of [low, high]) one.addEventListener("input", change);
	return make("fieldset", {}, make("legend", {}, name), make("div", { className: "limits" }, low, "to", high));
}
// src/geo/polygon.ts
/** Returns the rings of each polygon of a region. */
function ringsOf(geometry) {
	return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}
/**
* Returns twice the signed area of a ring in square degrees: positive when it runs counter-clockwise. Computed from the first position, so that
* small rings far from 0,0 keep their digits.
*/
function signedArea(ring) {
	const [originX, originY] = ring[0] ?? [0, 0];
	let sum = 0;
	for (let at = 1; at < ring.length; at++) {
		const [from, to] = [ring[at - 1], ring[at]];
		sum += (from[0] - originX) * (to[1] - originY) - (to[0] - originX) * (from[1] - originY);
	}
	return sum;
}
// src/geo/antimeridian.ts
/**
* Returns a polygon whose edges take the shorter way round the globe: longitudes continue past 180 after a jump of more than 180 degrees. An
* edge from exactly -180 to 180 follows its parallel, as in a box of the world: its shorter way would have no length. A ring once around the
* globe contains the pole nearer to its mean latitude.
*/
function takeShorterWay(geometry) {
	const { type, coordinates } = geometry;
	const rings = type === "Polygon" ? coordinates : coordinates.flat();
	if (!rings.some((ring) => findJump(ring) !== void 0)) return geometry;
	const [origin = 0] = rings[0]?.[0] ?? [];
	const turn = (ring) => turnRing(ring, origin);
	return {
		...geometry,
		coordinates: type === "Polygon" ? coordinates.map(turn) : coordinates.map((part) => part.map(turn))
	};
}
const turnRing = (ring, origin) => closeOverPole(unrolled(ring, origin));
/** Returns the longitudes of the first edge that, as written, goes more than half around the globe. */
function findJump(ring) {
	const at = ring.findIndex((position, place) => place > 0 && isJump(position[0] - ring[place - 1][0]));
	return at < 0 ? void 0 : [ring[at - 1][0], ring[at][0]];
}
const isJump = (degrees) => Math.abs(degrees) > 180 && Math.abs(degrees) < 360;
/**
* Returns a line whose longitudes continue past 180 after a jump. It begins within 180 degrees of \`origin\`, so that the rings of one geometry
* are side by side.
*/
function unrolled(line, origin = line[0]?.[0] ?? 0) {
	let offset = Math.round((origin - (line[0]?.[0] ?? origin)) / 360) * 360;
	return line.map(([longitude = 0, latitude = 0], at) => {
		const step = at === 0 ? 0 : longitude - line[at - 1][0];
		if (isJump(step)) offset -= Math.sign(step) * 360;
		return [longitude + offset, latitude];
	});
}
function closeOverPole(ring) {
	const [first, last] = [ring[0], ring.at(-1)];
	if (first === void 0 || last === void 0 || Math.abs(last[0] - first[0]) < 180) return ring;
	const pole = ring.reduce((sum, [, latitude = 0]) => sum + latitude, 0) < 0 ? -90 : 90;
	return [
		...ring,
		[last[0], pole],
		[first[0], pole],
		first
	];
}
// src/render/map-page/shape.ts
/** Step between positions at which a geodesic and a straight edge look the same. */
const STEP_DEGREES = 1;
/**
* Square degrees on the ground: a square of 15 m. d3-geo treats a smaller ring as one around the rest of the globe.
*/
const LEAST_AREA = 2e-8;
function shapeOf(geometry) {
	const shape = {
		areas: [],
		lines: [],
		points: []
	};
	if (geometry) add(shape, geometry);
	return shape;
}
function add(shape, geometry) {
	switch (geometry.type) {
		case "GeometryCollection":
			for (const part of geometry.geometries) add(shape, part);
			return;
		case "Point":
			shape.points.push(geometry.coordinates);
			return;
		case "MultiPoint":
			shape.points.push(...geometry.coordinates);
			return;
		case "LineString":
			shape.lines.push(densify(unrolled(geometry.coordinates)));
			return;
		case "MultiLineString":
			shape.lines.push(...geometry.coordinates.map((line) => densify(unrolled(line))));
			return;
		case "Polygon":
		case "MultiPolygon": addAreas(shape, geometry);
	}
}
function addAreas(shape, geometry) {
	for (const [outside = [], ...holes] of ringsOf(takeShorterWay(geometry))) {
		if (groundArea(outside) < LEAST_AREA) {
			shape.lines.push(densify(outside));
			continue;
		}
		const sound = holes.filter((hole) => groundArea(hole) >= LEAST_AREA);
		shape.areas.push([turned(outside, "clockwise"), ...sound.map((hole) => turned(hole, "counter"))]);
	}
}
/** Returns square degrees, as if a degree of longitude were as long as one of latitude. */
function groundArea(ring) {
	const mean = ring.reduce((sum, [, latitude = 0]) => sum + latitude, 0) / Math.max(1, ring.length);
	return Math.abs(signedArea(ring)) / 2 * Math.cos(mean * Math.PI / 180);
}
function turned(ring, way) {
	const isClockwise = signedArea(ring) < 0;
	const dense = densify(withoutPoleEdges(ring));
	return isClockwise === (way === "clockwise") ? dense : dense.reverse();
}
const POLE = 89.9999;
const isPole = ([, latitude = 0]) => Math.abs(latitude) > POLE;
/**
* Removes the edges of a ring along a pole. In longitude and latitude such a ring is closed: up a meridian, along the
* pole, down the same meridian. On the globe this is a line with nothing on either side.
*/
function withoutPoleEdges(ring) {
	const open = ring.slice(0, -1);
	const start = open.findIndex((position, at) => !isPole(position) && isPole(open.at(at - 1)));
	if (start < 0) return [...ring];
	const kept = [];
	const turnedRound = [...open.slice(start), ...open.slice(0, start)];
	turnedRound.forEach((position, at) => {
		if (!isPole(position)) return void kept.push(position);
		if (isPole(turnedRound[at - 1])) return;
		const before = turnedRound[at - 1];
		const after = turnedRound.slice(at).find((other) => !isPole(other)) ?? turnedRound[0];
		if (!isSameMeridian(before[0], after[0])) kept.push([before[0], position[1]], [after[0], position[1]]);
	});
	const [first, last] = [kept[0], kept.at(-1)];
	if (!isSameMeridian(first[0], last[0])) return [...kept, first];
	return Math.abs(first[1] - last[1]) < 1e-9 ? kept : [...kept, [last[0], first[1]]];
}
const isSameMeridian = (one, other) => Math.abs(one - other - 360 * Math.round((one - other) / 360)) < 1e-6;
/** Returns the line with positions in between, so that no step is longer than a degree. */
function densify(line) {
	const dense = [];
	line.forEach((to, at) => {
		const from = line[at - 1];
		if (from !== void 0 && !(isPole(from) && isPole(to))) {
			const [x, y] = [to[0] - from[0], to[1] - from[1]];
			const steps = Math.ceil(Math.max(Math.abs(x), Math.abs(y)) / STEP_DEGREES);
			for (let step = 1; step < steps; step++) dense.push([from[0] + x * step / steps, from[1] + y * step / steps]);
		}
		dense.push([to[0], to[1]]);
	});
	return dense;
}
/**
* Returns the edges of an area as lines, without those between its own parts: a box of the world consists of several.
*/
function outlineOf(geometry) {
	const edges = shapeRings(geometry).flatMap((ring) => ring.slice(1).map((to, at) => [ring[at], to]));
	const counts = /* @__PURE__ */ new Map();
	for (const edge of edges) counts.set(edgeKey(edge), (counts.get(edgeKey(edge)) ?? 0) + 1);
	const lines = [];
	for (const [from, to] of edges) {
		if (counts.get(edgeKey([from, to])) !== 1 || isPole(from) && isPole(to)) continue;
		const line = lines.at(-1);
		if (line?.at(-1) === from) line.push(to);
		else lines.push([from, to]);
	}
	return {
		areas: [],
		lines: lines.map(densify),
		points: []
	};
}
const shapeRings = (geometry) => geometry?.type === "Polygon" || geometry?.type === "MultiPolygon" ? ringsOf(takeShorterWay(geometry)).flat() : [];
/** Returns a key that is equal for both directions and for any number of turns of the longitude. */
function edgeKey([from, to]) {
	const key = ([longitude = 0, latitude = 0]) => \`\${(longitude - 360 * Math.floor(longitude / 360)).toFixed(6)} \${latitude.toFixed(6)}\`;
	return [key(from), key(to)].sort().join(" ");
}
// src/places/data/digits.ts
/** Digits of base 90: printable ASCII without what a string literal escapes and what separates entries. */
const DIGITS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((char) => !"\\"\\\\\`;".includes(char));
/** The value of each character code. */
const DIGIT_VALUES = /* @__PURE__ */ new Uint8Array(127);
for (const [at, digit] of DIGITS.entries()) DIGIT_VALUES[digit.charCodeAt(0)] = at;
// src/places/coded-ring.ts
/** Reads the rings of each polygon: one polygon per line, rings separated by semicolons. */
const readPolygons = (text) => text.split("\\n").map((line) => line.split(";").map(readRing));
/** Reads one line per line of the text. */
const readLines = (text) => text.split("\\n").map(readRing);
/** Reads steps of a hundredth of a degree, in digits of base 45. Another digit follows a digit of 45 or more. */
function readRing(text) {
	const ring = [];
	let [x, y, value, isLongitude] = [
		0,
		0,
		0,
		true
	];
	for (let at = 0; at < text.length; at++) {
		const digit = DIGIT_VALUES[text.charCodeAt(at)];
		if (digit >= 45) {
			value = value * 45 + digit - 45;
			continue;
		}
		value = value * 45 + digit;
		const step = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
		value = 0;
		if (isLongitude) x += step;
		else {
			y += step;
			ring.push([x / 100, y / 100]);
		}
		isLongitude = !isLongitude;
	}
	return ring;
}
// src/render/map-page/browser/backdrop.ts
/** The background of the footprints: land, coasts, borders and towns. */
function readBackdrop({ land, borders, towns }, plane) {
	return {
		outline: plane.outline(),
		land: readPolygons(land).map((coordinates) => plane.flatten(shapeOf({
			type: "Polygon",
			coordinates
		}))),
		borders: readLines(borders).map((coordinates) => plane.flatten(shapeOf({
			type: "LineString",
			coordinates
		}))),
		towns: towns.map(([name, ...coordinates]) => ({
			name,
			place: plane.flatten(shapeOf({
				type: "Point",
				coordinates
			}))
		}))
	};
}
/** Draws sea and land, with borders if asked for. */
function drawLand(pen, colours, { outline, land, borders }, hasBorders) {
	pen.shade([outline], colours.sea);
	pen.shade(land, colours.land);
	pen.stroke(land, colours.coast, .8);
	if (hasBorders) pen.stroke(borders, colours.border, .9, [3, 3]);
}
/**
* Draws towns, the largest first, unless their names would overlap each other, a target or the degrees at the top.
*/
function drawTowns(pen, colours, towns, targets) {
	const { paper, camera } = pen;
	const taken = targets.map(({ box }) => {
		const [left, top] = camera.transform.apply([box.left, box.top]);
		const [right, bottom] = camera.transform.apply([box.right, box.bottom]);
		return {
			left: left - 8,
			right: right + TARGET_NAME,
			top: top - 10,
			bottom: bottom + 10
		};
	});
	taken.push({
		left: 0,
		right: camera.width,
		top: 0,
		bottom: 18
	});
	paper.font = "400 12px system-ui, sans-serif";
	for (const { name, place } of towns) {
		const [point] = place.points;
		if (point === void 0 || !camera.isInView(place.box)) continue;
		const [x, y] = camera.transform.apply(point);
		const box = {
			left: x - 6,
			right: x + 12 + paper.measureText(name).width,
			top: y - 10,
			bottom: y + 10
		};
		if (taken.some((other) => meet(box, other))) continue;
		taken.push(box);
		pen.dot(place, colours.town, colours.town, 1.5);
		pen.label(name, x + 6, y, colours.town, colours.land);
	}
}
/** Pixels for the name of a target. */
const TARGET_NAME = 70;
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
var namespaces_default = {
	svg: "http://www.w3.org/2000/svg",
	xhtml: "http://www.w3.org/1999/xhtml",
	xlink: "http://www.w3.org/1999/xlink",
	xml: "http://www.w3.org/XML/1998/namespace",
	xmlns: "http://www.w3.org/2000/xmlns/"
};
// node_modules/d3-selection/src/namespace.js
function namespace_default(name) {
	var prefix = name += "", i = prefix.indexOf(":");
	if (i >= 0 && (prefix = name.slice(0, i)) !== "xmlns") name = name.slice(i + 1);
	return namespaces_default.hasOwnProperty(prefix) ? {
		space: namespaces_default[prefix],
		local: name
	} : name;
}
// node_modules/d3-selection/src/creator.js
function creatorInherit(name) {
	return function() {
		var document = this.ownerDocument, uri = this.namespaceURI;
		return uri === "http://www.w3.org/1999/xhtml" && document.documentElement.namespaceURI === "http://www.w3.org/1999/xhtml" ? document.createElement(name) : document.createElementNS(uri, name);
	};
}
function creatorFixed(fullname) {
	return function() {
		return this.ownerDocument.createElementNS(fullname.space, fullname.local);
	};
}
function creator_default(name) {
	var fullname = namespace_default(name);
	return (fullname.local ? creatorFixed : creatorInherit)(fullname);
}
// node_modules/d3-selection/src/selector.js
function none() {}
function selector_default(selector) {
	return selector == null ? none : function() {
		return this.querySelector(selector);
	};
}
// node_modules/d3-selection/src/selection/select.js
function select_default$1(select) {
	if (typeof select !== "function") select = selector_default(select);
	for (var groups = this._groups, m = groups.length, subgroups = new Array(m), j = 0; j < m; ++j) for (var group = groups[j], n = group.length, subgroup = subgroups[j] = new Array(n), node, subnode, i = 0; i < n; ++i) if ((node = group[i]) && (subnode = select.call(node, node.__data__, i, group))) {
		if ("__data__" in node) subnode.__data__ = node.__data__;
		subgroup[i] = subnode;
	}
	return new Selection$1(subgroups, this._parents);
}
// node_modules/d3-selection/src/array.js
function array(x) {
	return x == null ? [] : Array.isArray(x) ? x : Array.from(x);
}
// node_modules/d3-selection/src/selectorAll.js
function empty$1() {
	return [];
}
function selectorAll_default(selector) {
	return selector == null ? empty$1 : function() {
		return this.querySelectorAll(selector);
	};
}
// node_modules/d3-selection/src/selection/selectAll.js
function arrayAll(select) {
	return function() {
		return array(select.apply(this, arguments));
	};
}
function selectAll_default(select) {
	if (typeof select === "function") select = arrayAll(select);
	else select = selectorAll_default(select);
	for (var groups = this._groups, m = groups.length, subgroups = [], parents = [], j = 0; j < m; ++j) for (var group = groups[j], n = group.length, node, i = 0; i < n; ++i) if (node = group[i]) {
		subgroups.push(select.call(node, node.__data__, i, group));
		parents.push(node);
	}
	return new Selection$1(subgroups, parents);
}
// node_modules/d3-selection/src/matcher.js
function matcher_default(selector) {
	return function() {
		return this.matches(selector);
	};
}
function childMatcher(selector) {
	return function(node) {
		return node.matches(selector);
	};
}
// node_modules/d3-selection/src/selection/selectChild.js
var find = Array.prototype.find;
function childFind(match) {
	return function() {
		return find.call(this.children, match);
	};
}
function childFirst() {
	return this.firstElementChild;
}
function selectChild_default(match) {
	return this.select(match == null ? childFirst : childFind(typeof match === "function" ? match : childMatcher(match)));
}
// node_modules/d3-selection/src/selection/selectChildren.js
var filter = Array.prototype.filter;
function children() {
	return Array.from(this.children);
}
function childrenFilter(match) {
	return function() {
		return filter.call(this.children, match);
	};
}
function selectChildren_default(match) {
	return this.selectAll(match == null ? children : childrenFilter(typeof match === "function" ? match : childMatcher(match)));
}
// node_modules/d3-selection/src/selection/filter.js
function filter_default(match) {
	if (typeof match !== "function") match = matcher_default(match);
	for (var groups = this._groups, m = groups.length, subgroups = new Array(m), j = 0; j < m; ++j) for (var group = groups[j], n = group.length, subgroup = subgroups[j] = [], node, i = 0; i < n; ++i) if ((node = group[i]) && match.call(node, node.__data__, i, group)) subgroup.push(node);
	return new Selection$1(subgroups, this._parents);
}
// node_modules/d3-selection/src/selection/sparse.js
function sparse_default(update) {
	return new Array(update.length);
}
// node_modules/d3-selection/src/selection/enter.js
function enter_default() {
	return new Selection$1(this._enter || this._groups.map(sparse_default), this._parents);
}
function EnterNode(parent, datum) {
	this.ownerDocument = parent.ownerDocument;
	this.namespaceURI = parent.namespaceURI;
	this._next = null;
	this._parent = parent;
	this.__data__ = datum;
}
EnterNode.prototype = {
	constructor: EnterNode,
	appendChild: function(child) {
		return this._parent.insertBefore(child, this._next);
	},
	insertBefore: function(child, next) {
		return this._parent.insertBefore(child, next);
	},
	querySelector: function(selector) {
		return this._parent.querySelector(selector);
	},
	querySelectorAll: function(selector) {
		return this._parent.querySelectorAll(selector);
	}
};
// node_modules/d3-selection/src/constant.js
function constant_default$2(x) {
	return function() {
		return x;
	};
}
// node_modules/d3-selection/src/selection/data.js
function bindIndex(parent, group, enter, update, exit, data) {
	var i = 0, node, groupLength = group.length, dataLength = data.length;
	for (; i < dataLength; ++i) if (node = group[i]) {
		node.__data__ = data[i];
		update[i] = node;
	} else enter[i] = new EnterNode(parent, data[i]);
	for (; i < groupLength; ++i) if (node = group[i]) exit[i] = node;
}
function bindKey(parent, group, enter, update, exit, data, key) {
	var i, node, nodeByKeyValue = /* @__PURE__ */ new Map(), groupLength = group.length, dataLength = data.length, keyValues = new Array(groupLength), keyValue;
	for (i = 0; i < groupLength; ++i) if (node = group[i]) {
		keyValues[i] = keyValue = key.call(node, node.__data__, i, group) + "";
		if (nodeByKeyValue.has(keyValue)) exit[i] = node;
		else nodeByKeyValue.set(keyValue, node);
	}
	for (i = 0; i < dataLength; ++i) {
		keyValue = key.call(parent, data[i], i, data) + "";
		if (node = nodeByKeyValue.get(keyValue)) {
			update[i] = node;
			node.__data__ = data[i];
			nodeByKeyValue.delete(keyValue);
		} else enter[i] = new EnterNode(parent, data[i]);
	}
	for (i = 0; i < groupLength; ++i) if ((node = group[i]) && nodeByKeyValue.get(keyValues[i]) === node) exit[i] = node;
}
function datum(node) {
	return node.__data__;
}
function data_default(value, key) {
	if (!arguments.length) return Array.from(this, datum);
	var bind = key ? bindKey : bindIndex, parents = this._parents, groups = this._groups;
	if (typeof value !== "function") value = constant_default$2(value);
	for (var m = groups.length, update = new Array(m), enter = new Array(m), exit = new Array(m), j = 0; j < m; ++j) {
		var parent = parents[j], group = groups[j], groupLength = group.length, data = arraylike(value.call(parent, parent && parent.__data__, j, parents)), dataLength = data.length, enterGroup = enter[j] = new Array(dataLength), updateGroup = update[j] = new Array(dataLength);
		bind(parent, group, enterGroup, updateGroup, exit[j] = new Array(groupLength), data, key);
		for (var i0 = 0, i1 = 0, previous, next; i0 < dataLength; ++i0) if (previous = enterGroup[i0]) {
			if (i0 >= i1) i1 = i0 + 1;
			while (!(next = updateGroup[i1]) && ++i1 < dataLength);
			previous._next = next || null;
		}
	}
	update = new Selection$1(update, parents);
	update._enter = enter;
	update._exit = exit;
	return update;
}
function arraylike(data) {
	return typeof data === "object" && "length" in data ? data : Array.from(data);
}
// node_modules/d3-selection/src/selection/exit.js
function exit_default() {
	return new Selection$1(this._exit || this._groups.map(sparse_default), this._parents);
}
// node_modules/d3-selection/src/selection/join.js
function join_default(onenter, onupdate, onexit) {
	var enter = this.enter(), update = this, exit = this.exit();
	if (typeof onenter === "function") {
		enter = onenter(enter);
		if (enter) enter = enter.selection();
	} else enter = enter.append(onenter + "");
	if (onupdate != null) {
		update = onupdate(update);
		if (update) update = update.selection();
	}
	if (onexit == null) exit.remove();
	else onexit(exit);
	return enter && update ? enter.merge(update).order() : update;
}
// node_modules/d3-selection/src/selection/merge.js
function merge_default(context) {
	var selection = context.selection ? context.selection() : context;
	for (var groups0 = this._groups, groups1 = selection._groups, m0 = groups0.length, m1 = groups1.length, m = Math.min(m0, m1), merges = new Array(m0), j = 0; j < m; ++j) for (var group0 = groups0[j], group1 = groups1[j], n = group0.length, merge = merges[j] = new Array(n), node, i = 0; i < n; ++i) if (node = group0[i] || group1[i]) merge[i] = node;
	for (; j < m0; ++j) merges[j] = groups0[j];
	return new Selection$1(merges, this._parents);
}
// node_modules/d3-selection/src/selection/order.js
function order_default() {
	for (var groups = this._groups, j = -1, m = groups.length; ++j < m;) for (var group = groups[j], i = group.length - 1, next = group[i], node; --i >= 0;) if (node = group[i]) {
		if (next && node.compareDocumentPosition(next) ^ 4) next.parentNode.insertBefore(node, next);
		next = node;
	}
	return this;
}
// node_modules/d3-selection/src/selection/sort.js
function sort_default(compare) {
	if (!compare) compare = ascending$1;
	function compareNode(a, b) {
		return a && b ? compare(a.__data__, b.__data__) : !a - !b;
	}
	for (var groups = this._groups, m = groups.length, sortgroups = new Array(m), j = 0; j < m; ++j) {
		for (var group = groups[j], n = group.length, sortgroup = sortgroups[j] = new Array(n), node, i = 0; i < n; ++i) if (node = group[i]) sortgroup[i] = node;
		sortgroup.sort(compareNode);
	}
	return new Selection$1(sortgroups, this._parents).order();
}
function ascending$1(a, b) {
	return a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
}
// node_modules/d3-selection/src/selection/call.js
function call_default() {
	var callback = arguments[0];
	arguments[0] = this;
	callback.apply(null, arguments);
	return this;
}
// node_modules/d3-selection/src/selection/nodes.js
function nodes_default() {
	return Array.from(this);
}
// node_modules/d3-selection/src/selection/node.js
function node_default() {
	for (var groups = this._groups, j = 0, m = groups.length; j < m; ++j) for (var group = groups[j], i = 0, n = group.length; i < n; ++i) {
		var node = group[i];
		if (node) return node;
	}
	return null;
}
// node_modules/d3-selection/src/selection/size.js
function size_default() {
	let size = 0;
	for (const node of this) ++size;
	return size;
}
// node_modules/d3-selection/src/selection/empty.js
function empty_default() {
	return !this.node();
}
// node_modules/d3-selection/src/selection/each.js
function each_default(callback) {
	for (var groups = this._groups, j = 0, m = groups.length; j < m; ++j) for (var group = groups[j], i = 0, n = group.length, node; i < n; ++i) if (node = group[i]) callback.call(node, node.__data__, i, group);
	return this;
}
// node_modules/d3-selection/src/selection/attr.js
function attrRemove$1(name) {
	return function() {
		this.removeAttribute(name);
	};
}
function attrRemoveNS$1(fullname) {
	return function() {
		this.removeAttributeNS(fullname.space, fullname.local);
	};
}
function attrConstant$1(name, value) {
	return function() {
		this.setAttribute(name, value);
	};
}
function attrConstantNS$1(fullname, value) {
	return function() {
		this.setAttributeNS(fullname.space, fullname.local, value);
	};
}
function attrFunction$1(name, value) {
	return function() {
		var v = value.apply(this, arguments);
		if (v == null) this.removeAttribute(name);
		else this.setAttribute(name, v);
	};
}
function attrFunctionNS$1(fullname, value) {
	return function() {
		var v = value.apply(this, arguments);
		if (v == null) this.removeAttributeNS(fullname.space, fullname.local);
		else this.setAttributeNS(fullname.space, fullname.local, v);
	};
}
function attr_default(name, value) {
	var fullname = namespace_default(name);
	if (arguments.length < 2) {
		var node = this.node();
		return fullname.local ? node.getAttributeNS(fullname.space, fullname.local) : node.getAttribute(fullname);
	}
	return this.each((value == null ? fullname.local ? attrRemoveNS$1 : attrRemove$1 : typeof value === "function" ? fullname.local ? attrFunctionNS$1 : attrFunction$1 : fullname.local ? attrConstantNS$1 : attrConstant$1)(fullname, value));
}
// node_modules/d3-selection/src/window.js
function window_default(node) {
	return node.ownerDocument && node.ownerDocument.defaultView || node.document && node || node.defaultView;
}
// node_modules/d3-selection/src/selection/style.js
function styleRemove$1(name) {
	return function() {
		this.style.removeProperty(name);
	};
}
function styleConstant$1(name, value, priority) {
	return function() {
		this.style.setProperty(name, value, priority);
	};
}
function styleFunction$1(name, value, priority) {
	return function() {
		var v = value.apply(this, arguments);
		if (v == null) this.style.removeProperty(name);
		else this.style.setProperty(name, v, priority);
	};
}
function style_default(name, value, priority) {
	return arguments.length > 1 ? this.each((value == null ? styleRemove$1 : typeof value === "function" ? styleFunction$1 : styleConstant$1)(name, value, priority == null ? "" : priority)) : styleValue(this.node(), name);
}
function styleValue(node, name) {
	return node.style.getPropertyValue(name) || window_default(node).getComputedStyle(node, null).getPropertyValue(name);
}
// node_modules/d3-selection/src/selection/property.js
function propertyRemove(name) {
	return function() {
		delete this[name];
	};
}
function propertyConstant(name, value) {
	return function() {
		this[name] = value;
	};
}
function propertyFunction(name, value) {
	return function() {
		var v = value.apply(this, arguments);
		if (v == null) delete this[name];
		else this[name] = v;
	};
}
function property_default(name, value) {
	return arguments.length > 1 ? this.each((value == null ? propertyRemove : typeof value === "function" ? propertyFunction : propertyConstant)(name, value)) : this.node()[name];
}
// node_modules/d3-selection/src/selection/classed.js
function classArray(string) {
	return string.trim().split(/^|\\s+/);
}
function classList(node) {
	return node.classList || new ClassList(node);
}
function ClassList(node) {
	this._node = node;
	this._names = classArray(node.getAttribute("class") || "");
}
ClassList.prototype = {
	add: function(name) {
		if (this._names.indexOf(name) < 0) {
			this._names.push(name);
			this._node.setAttribute("class", this._names.join(" "));
		}
	},
	remove: function(name) {
		var i = this._names.indexOf(name);
		if (i >= 0) {
			this._names.splice(i, 1);
			this._node.setAttribute("class", this._names.join(" "));
		}
	},
	contains: function(name) {
		return this._names.indexOf(name) >= 0;
	}
};
function classedAdd(node, names) {
	var list = classList(node), i = -1, n = names.length;
	while (++i < n) list.add(names[i]);
}
function classedRemove(node, names) {
	var list = classList(node), i = -1, n = names.length;
	while (++i < n) list.remove(names[i]);
}
function classedTrue(names) {
	return function() {
		classedAdd(this, names);
	};
}
function classedFalse(names) {
	return function() {
		classedRemove(this, names);
	};
}
function classedFunction(names, value) {
	return function() {
		(value.apply(this, arguments) ? classedAdd : classedRemove)(this, names);
	};
}
function classed_default(name, value) {
	var names = classArray(name + "");
	if (arguments.length < 2) {
		var list = classList(this.node()), i = -1, n = names.length;
		while (++i < n) if (!list.contains(names[i])) return false;
		return true;
	}
	return this.each((typeof value === "function" ? classedFunction : value ? classedTrue : classedFalse)(names, value));
}
// node_modules/d3-selection/src/selection/text.js
function textRemove() {
	this.textContent = "";
}
function textConstant$1(value) {
	return function() {
		this.textContent = value;
	};
}
function textFunction$1(value) {
	return function() {
		var v = value.apply(this, arguments);
		this.textContent = v == null ? "" : v;
	};
}
function text_default(value) {
	return arguments.length ? this.each(value == null ? textRemove : (typeof value === "function" ? textFunction$1 : textConstant$1)(value)) : this.node().textContent;
}
// node_modules/d3-selection/src/selection/html.js
function htmlRemove() {
	this.innerHTML = "";
}
function htmlConstant(value) {
	return function() {
		this.innerHTML = value;
	};
}
function htmlFunction(value) {
	return function() {
		var v = value.apply(this, arguments);
		this.innerHTML = v == null ? "" : v;
	};
}
function html_default(value) {
	return arguments.length ? this.each(value == null ? htmlRemove : (typeof value === "function" ? htmlFunction : htmlConstant)(value)) : this.node().innerHTML;
}
// node_modules/d3-selection/src/selection/raise.js
function raise() {
	if (this.nextSibling) this.parentNode.appendChild(this);
}
function raise_default() {
	return this.each(raise);
}
// node_modules/d3-selection/src/selection/lower.js
function lower() {
	if (this.previousSibling) this.parentNode.insertBefore(this, this.parentNode.firstChild);
}
function lower_default() {
	return this.each(lower);
}
// node_modules/d3-selection/src/selection/append.js
function append_default(name) {
	var create = typeof name === "function" ? name : creator_default(name);
	return this.select(function() {
		return this.appendChild(create.apply(this, arguments));
	});
}
// node_modules/d3-selection/src/selection/insert.js
function constantNull() {
	return null;
}
function insert_default(name, before) {
	var create = typeof name === "function" ? name : creator_default(name), select = before == null ? constantNull : typeof before === "function" ? before : selector_default(before);
	return this.select(function() {
		return this.insertBefore(create.apply(this, arguments), select.apply(this, arguments) || null);
	});
}
// node_modules/d3-selection/src/selection/remove.js
function remove() {
	var parent = this.parentNode;
	if (parent) parent.removeChild(this);
}
function remove_default() {
	return this.each(remove);
}
// node_modules/d3-selection/src/selection/clone.js
function selection_cloneShallow() {
	var clone = this.cloneNode(false), parent = this.parentNode;
	return parent ? parent.insertBefore(clone, this.nextSibling) : clone;
}
function selection_cloneDeep() {
	var clone = this.cloneNode(true), parent = this.parentNode;
	return parent ? parent.insertBefore(clone, this.nextSibling) : clone;
}
function clone_default(deep) {
	return this.select(deep ? selection_cloneDeep : selection_cloneShallow);
}
// node_modules/d3-selection/src/selection/datum.js
function datum_default(value) {
	return arguments.length ? this.property("__data__", value) : this.node().__data__;
}
// node_modules/d3-selection/src/selection/on.js
function contextListener(listener) {
	return function(event) {
		listener.call(this, event, this.__data__);
	};
}
function parseTypenames$1(typenames) {
	return typenames.trim().split(/^|\\s+/).map(function(t) {
		var name = "", i = t.indexOf(".");
		if (i >= 0) name = t.slice(i + 1), t = t.slice(0, i);
		return {
			type: t,
			name
		};
	});
}
function onRemove(typename) {
	return function() {
		var on = this.__on;
		if (!on) return;
		for (var j = 0, i = -1, m = on.length, o; j < m; ++j) if (o = on[j], (!typename.type || o.type === typename.type) && o.name === typename.name) this.removeEventListener(o.type, o.listener, o.options);
		else on[++i] = o;
		if (++i) on.length = i;
		else delete this.__on;
	};
}
function onAdd(typename, value, options) {
	return function() {
		var on = this.__on, o, listener = contextListener(value);
		if (on) {
			for (var j = 0, m = on.length; j < m; ++j) if ((o = on[j]).type === typename.type && o.name === typename.name) {
				this.removeEventListener(o.type, o.listener, o.options);
				this.addEventListener(o.type, o.listener = listener, o.options = options);
				o.value = value;
				return;
			}
		}
		this.addEventListener(typename.type, listener, options);
		o = {
			type: typename.type,
			name: typename.name,
			value,
			listener,
			options
		};
		if (!on) this.__on = [o];
		else on.push(o);
	};
}
function on_default(typename, value, options) {
	var typenames = parseTypenames$1(typename + ""), i, n = typenames.length, t;
	if (arguments.length < 2) {
		var on = this.node().__on;
		if (on) {
			for (var j = 0, m = on.length, o; j < m; ++j) for (i = 0, o = on[j]; i < n; ++i) if ((t = typenames[i]).type === o.type && t.name === o.name) return o.value;
		}
		return;
	}
	on = value ? onAdd : onRemove;
	for (i = 0; i < n; ++i) this.each(on(typenames[i], value, options));
	return this;
}
// node_modules/d3-selection/src/selection/dispatch.js
function dispatchEvent(node, type, params) {
	var window = window_default(node), event = window.CustomEvent;
	if (typeof event === "function") event = new event(type, params);
	else {
		event = window.document.createEvent("Event");
		if (params) event.initEvent(type, params.bubbles, params.cancelable), event.detail = params.detail;
		else event.initEvent(type, false, false);
	}
	node.dispatchEvent(event);
}
function dispatchConstant(type, params) {
	return function() {
		return dispatchEvent(this, type, params);
	};
}
function dispatchFunction(type, params) {
	return function() {
		return dispatchEvent(this, type, params.apply(this, arguments));
	};
}
function dispatch_default(type, params) {
	return this.each((typeof params === "function" ? dispatchFunction : dispatchConstant)(type, params));
}
// node_modules/d3-selection/src/selection/iterator.js
function* iterator_default() {
	for (var groups = this._groups, j = 0, m = groups.length; j < m; ++j) for (var group = groups[j], i = 0, n = group.length, node; i < n; ++i) if (node = group[i]) yield node;
}
// node_modules/d3-selection/src/selection/index.js
var root = [null];
function Selection$1(groups, parents) {
	this._groups = groups;
	this._parents = parents;
}
function selection() {
	return new Selection$1([[document.documentElement]], root);
}
function selection_selection() {
	return this;
}
Selection$1.prototype = selection.prototype = {
	constructor: Selection$1,
	select: select_default$1,
	selectAll: selectAll_default,
	selectChild: selectChild_default,
	selectChildren: selectChildren_default,
	filter: filter_default,
	data: data_default,
	enter: enter_default,
	exit: exit_default,
	join: join_default,
	merge: merge_default,
	selection: selection_selection,
	order: order_default,
	sort: sort_default,
	call: call_default,
	nodes: nodes_default,
	node: node_default,
	size: size_default,
	empty: empty_default,
	each: each_default,
	attr: attr_default,
	style: style_default,
	property: property_default,
	classed: classed_default,
	text: text_default,
	html: html_default,
	raise: raise_default,
	lower: lower_default,
	append: append_default,
	insert: insert_default,
	remove: remove_default,
	clone: clone_default,
	datum: datum_default,
	on: on_default,
	dispatch: dispatch_default,
	[Symbol.iterator]: iterator_default
};
// node_modules/d3-selection/src/select.js
function select_default(selector) {
	return typeof selector === "string" ? new Selection$1([[document.querySelector(selector)]], [document.documentElement]) : new Selection$1([[selector]], root);
}
// node_modules/d3-selection/src/sourceEvent.js
function sourceEvent_default(event) {
	let sourceEvent;
	while (sourceEvent = event.sourceEvent) event = sourceEvent;
	return event;
}
// node_modules/d3-selection/src/pointer.js
function pointer_default(event, node) {
	event = sourceEvent_default(event);
	if (node === void 0) node = event.currentTarget;
	if (node) {
		var svg = node.ownerSVGElement || node;
		if (svg.createSVGPoint) {
			var point = svg.createSVGPoint();
			point.x = event.clientX, point.y = event.clientY;
			point = point.matrixTransform(node.getScreenCTM().inverse());
			return [point.x, point.y];
		}
		if (node.getBoundingClientRect) {
			var rect = node.getBoundingClientRect();
			return [event.clientX - rect.left - node.clientLeft, event.clientY - rect.top - node.clientTop];
		}
	}
	return [event.pageX, event.pageY];
}
// node_modules/d3-dispatch/dist/d3-dispatch.mjs
var noop$1 = { value: () => {} };
function dispatch() {
	for (var i = 0, n = arguments.length, _ = {}, t; i < n; ++i) {
		if (!(t = arguments[i] + "") || t in _ || /[\\s.]/.test(t)) throw new Error("illegal type: " + t);
		_[t] = [];
	}
	return new Dispatch(_);
}
function Dispatch(_) {
	this._ = _;
}
function parseTypenames(typenames, types) {
	return typenames.trim().split(/^|\\s+/).map(function(t) {
		var name = "", i = t.indexOf(".");
		if (i >= 0) name = t.slice(i + 1), t = t.slice(0, i);
		if (t && !types.hasOwnProperty(t)) throw new Error("unknown type: " + t);
		return {
			type: t,
			name
		};
	});
}
Dispatch.prototype = dispatch.prototype = {
	constructor: Dispatch,
	on: function(typename, callback) {
		var _ = this._, T = parseTypenames(typename + "", _), t, i = -1, n = T.length;
		if (arguments.length < 2) {
			while (++i < n) if ((t = (typename = T[i]).type) && (t = get$1(_[t], typename.name))) return t;
			return;
		}
		if (callback != null && typeof callback !== "function") throw new Error("invalid callback: " + callback);
		while (++i < n) if (t = (typename = T[i]).type) _[t] = set$1(_[t], typename.name, callback);
		else if (callback == null) for (t in _) _[t] = set$1(_[t], typename.name, null);
		return this;
	},
	copy: function() {
		var copy = {}, _ = this._;
		for (var t in _) copy[t] = _[t].slice();
		return new Dispatch(copy);
	},
	call: function(type, that) {
		if ((n = arguments.length - 2) > 0) for (var args = new Array(n), i = 0, n, t; i < n; ++i) args[i] = arguments[i + 2];
		if (!this._.hasOwnProperty(type)) throw new Error("unknown type: " + type);
		for (t = this._[type], i = 0, n = t.length; i < n; ++i) t[i].value.apply(that, args);
	},
	apply: function(type, that, args) {
		if (!this._.hasOwnProperty(type)) throw new Error("unknown type: " + type);
		for (var t = this._[type], i = 0, n = t.length; i < n; ++i) t[i].value.apply(that, args);
	}
};
function get$1(type, name) {
	for (var i = 0, n = type.length, c; i < n; ++i) if ((c = type[i]).name === name) return c.value;
}
function set$1(type, name, callback) {
	for (var i = 0, n = type.length; i < n; ++i) if (type[i].name === name) {
		type[i] = noop$1, type = type.slice(0, i).concat(type.slice(i + 1));
		break;
	}
	if (callback != null) type.push({
		name,
		value: callback
	});
	return type;
}
// node_modules/d3-drag/dist/d3-drag.mjs
const nonpassivecapture = {
	capture: true,
	passive: false
};
function noevent(event) {
	event.preventDefault();
	event.stopImmediatePropagation();
}
function nodrag(view) {
	var root = view.document.documentElement, selection = select_default(view).on("dragstart.drag", noevent, nonpassivecapture);
	if ("onselectstart" in root) selection.on("selectstart.drag", noevent, nonpassivecapture);
	else {
		root.__noselect = root.style.MozUserSelect;
		root.style.MozUserSelect = "none";
	}
}
function yesdrag(view, noclick) {
	var root = view.document.documentElement, selection = select_default(view).on("dragstart.drag", null);
	if (noclick) {
		selection.on("click.drag", noevent, nonpassivecapture);
		setTimeout(function() {
			selection.on("click.drag", null);
		}, 0);
	}
	if ("onselectstart" in root) selection.on("selectstart.drag", null);
	else {
		root.style.MozUserSelect = root.__noselect;
		delete root.__noselect;
	}
}
function DragEvent(type, { sourceEvent, subject, target, identifier, active, x, y, dx, dy, dispatch }) {
	Object.defineProperties(this, {
		type: {
			value: type,
			enumerable: true,
			configurable: true
		},
		sourceEvent: {
			value: sourceEvent,
			enumerable: true,
			configurable: true
		},
		subject: {
			value: subject,
			enumerable: true,
			configurable: true
		},
		target: {
			value: target,
			enumerable: true,
			configurable: true
		},
		identifier: {
			value: identifier,
			enumerable: true,
			configurable: true
		},
		active: {
			value: active,
			enumerable: true,
			configurable: true
		},
		x: {
			value: x,
			enumerable: true,
			configurable: true
		},
		y: {
			value: y,
			enumerable: true,
			configurable: true
		},
		dx: {
			value: dx,
			enumerable: true,
			configurable: true
		},
		dy: {
			value: dy,
			enumerable: true,
			configurable: true
		},
		_: { value: dispatch }
	});
}
DragEvent.prototype.on = function() {
	var value = this._.on.apply(this._, arguments);
	return value === this._ ? this : value;
};
// node_modules/d3-color/dist/d3-color.mjs
function define(constructor, factory, prototype) {
	constructor.prototype = factory.prototype = prototype;
	prototype.constructor = constructor;
}
function extend(parent, definition) {
	var prototype = Object.create(parent.prototype);
	for (var key in definition) prototype[key] = definition[key];
	return prototype;
}
function Color() {}
var darker = .7;
var brighter = 1 / darker;
var reI = "\\\\s*([+-]?\\\\d+)\\\\s*";
var reN = "\\\\s*([+-]?(?:\\\\d*\\\\.)?\\\\d+(?:[eE][+-]?\\\\d+)?)\\\\s*";
var reP = "\\\\s*([+-]?(?:\\\\d*\\\\.)?\\\\d+(?:[eE][+-]?\\\\d+)?)%\\\\s*";
var reHex = /^#([0-9a-f]{3,8})$/;
var reRgbInteger = new RegExp(\`^rgb\\\\(\${reI},\${reI},\${reI}\\\\)$\`);
var reRgbPercent = new RegExp(\`^rgb\\\\(\${reP},\${reP},\${reP}\\\\)$\`);
var reRgbaInteger = new RegExp(\`^rgba\\\\(\${reI},\${reI},\${reI},\${reN}\\\\)$\`);
var reRgbaPercent = new RegExp(\`^rgba\\\\(\${reP},\${reP},\${reP},\${reN}\\\\)$\`);
var reHslPercent = new RegExp(\`^hsl\\\\(\${reN},\${reP},\${reP}\\\\)$\`);
var reHslaPercent = new RegExp(\`^hsla\\\\(\${reN},\${reP},\${reP},\${reN}\\\\)$\`);
var named = {
	aliceblue: 15792383,
	antiquewhite: 16444375,
	aqua: 65535,
	aquamarine: 8388564,
	azure: 15794175,
	beige: 16119260,
	bisque: 16770244,
	black: 0,
	blanchedalmond: 16772045,
	blue: 255,
	blueviolet: 9055202,
	brown: 10824234,
	burlywood: 14596231,
	cadetblue: 6266528,
	chartreuse: 8388352,
	chocolate: 13789470,
	coral: 16744272,
	cornflowerblue: 6591981,
	cornsilk: 16775388,
	crimson: 14423100,
	cyan: 65535,
	darkblue: 139,
	darkcyan: 35723,
	darkgoldenrod: 12092939,
	darkgray: 11119017,
	darkgreen: 25600,
	darkgrey: 11119017,
	darkkhaki: 12433259,
	darkmagenta: 9109643,
	darkolivegreen: 5597999,
	darkorange: 16747520,
	darkorchid: 10040012,
	darkred: 9109504,
	darksalmon: 15308410,
	darkseagreen: 9419919,
	darkslateblue: 4734347,
	darkslategray: 3100495,
	darkslategrey: 3100495,
	darkturquoise: 52945,
	darkviolet: 9699539,
	deeppink: 16716947,
	deepskyblue: 49151,
	dimgray: 6908265,
	dimgrey: 6908265,
	dodgerblue: 2003199,
	firebrick: 11674146,
	floralwhite: 16775920,
	forestgreen: 2263842,
	fuchsia: 16711935,
	gainsboro: 14474460,
	ghostwhite: 16316671,
	gold: 16766720,
	goldenrod: 14329120,
	gray: 8421504,
	green: 32768,
	greenyellow: 11403055,
	grey: 8421504,
	honeydew: 15794160,
	hotpink: 16738740,
	indianred: 13458524,
	indigo: 4915330,
	ivory: 16777200,
	khaki: 15787660,
	lavender: 15132410,
	lavenderblush: 16773365,
	lawngreen: 8190976,
	lemonchiffon: 16775885,
	lightblue: 11393254,
	lightcoral: 15761536,
	lightcyan: 14745599,
	lightgoldenrodyellow: 16448210,
	lightgray: 13882323,
	lightgreen: 9498256,
	lightgrey: 13882323,
	lightpink: 16758465,
	lightsalmon: 16752762,
	lightseagreen: 2142890,
	lightskyblue: 8900346,
	lightslategray: 7833753,
	lightslategrey: 7833753,
	lightsteelblue: 11584734,
	lightyellow: 16777184,
	lime: 65280,
	limegreen: 3329330,
	linen: 16445670,
	magenta: 16711935,
	maroon: 8388608,
	mediumaquamarine: 6737322,
	mediumblue: 205,
	mediumorchid: 12211667,
	mediumpurple: 9662683,
	mediumseagreen: 3978097,
	mediumslateblue: 8087790,
	mediumspringgreen: 64154,
	mediumturquoise: 4772300,
	mediumvioletred: 13047173,
	midnightblue: 1644912,
	mintcream: 16121850,
	mistyrose: 16770273,
	moccasin: 16770229,
	navajowhite: 16768685,
	navy: 128,
	oldlace: 16643558,
	olive: 8421376,
	olivedrab: 7048739,
	orange: 16753920,
	orangered: 16729344,
	orchid: 14315734,
	palegoldenrod: 15657130,
	palegreen: 10025880,
	paleturquoise: 11529966,
	palevioletred: 14381203,
	papayawhip: 16773077,
	peachpuff: 16767673,
	peru: 13468991,
	pink: 16761035,
	plum: 14524637,
	powderblue: 11591910,
	purple: 8388736,
	rebeccapurple: 6697881,
	red: 16711680,
	rosybrown: 12357519,
	royalblue: 4286945,
	saddlebrown: 9127187,
	salmon: 16416882,
	sandybrown: 16032864,
	seagreen: 3050327,
	seashell: 16774638,
	sienna: 10506797,
	silver: 12632256,
	skyblue: 8900331,
	slateblue: 6970061,
	slategray: 7372944,
	slategrey: 7372944,
	snow: 16775930,
	springgreen: 65407,
	steelblue: 4620980,
	tan: 13808780,
	teal: 32896,
	thistle: 14204888,
	tomato: 16737095,
	turquoise: 4251856,
	violet: 15631086,
	wheat: 16113331,
	white: 16777215,
	whitesmoke: 16119285,
	yellow: 16776960,
	yellowgreen: 10145074
};
define(Color, color, {
	copy(channels) {
		return Object.assign(new this.constructor(), this, channels);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: color_formatHex,
	formatHex: color_formatHex,
	formatHex8: color_formatHex8,
	formatHsl: color_formatHsl,
	formatRgb: color_formatRgb,
	toString: color_formatRgb
});
function color_formatHex() {
	return this.rgb().formatHex();
}
function color_formatHex8() {
	return this.rgb().formatHex8();
}
function color_formatHsl() {
	return hslConvert(this).formatHsl();
}
function color_formatRgb() {
	return this.rgb().formatRgb();
}
function color(format) {
	var m, l;
	format = (format + "").trim().toLowerCase();
	return (m = reHex.exec(format)) ? (l = m[1].length, m = parseInt(m[1], 16), l === 6 ? rgbn(m) : l === 3 ? new Rgb(m >> 8 & 15 | m >> 4 & 240, m >> 4 & 15 | m & 240, (m & 15) << 4 | m & 15, 1) : l === 8 ? rgba(m >> 24 & 255, m >> 16 & 255, m >> 8 & 255, (m & 255) / 255) : l === 4 ? rgba(m >> 12 & 15 | m >> 8 & 240, m >> 8 & 15 | m >> 4 & 240, m >> 4 & 15 | m & 240, ((m & 15) << 4 | m & 15) / 255) : null) : (m = reRgbInteger.exec(format)) ? new Rgb(m[1], m[2], m[3], 1) : (m = reRgbPercent.exec(format)) ? new Rgb(m[1] * 255 / 100, m[2] * 255 / 100, m[3] * 255 / 100, 1) : (m = reRgbaInteger.exec(format)) ? rgba(m[1], m[2], m[3], m[4]) : (m = reRgbaPercent.exec(format)) ? rgba(m[1] * 255 / 100, m[2] * 255 / 100, m[3] * 255 / 100, m[4]) : (m = reHslPercent.exec(format)) ? hsla(m[1], m[2] / 100, m[3] / 100, 1) : (m = reHslaPercent.exec(format)) ? hsla(m[1], m[2] / 100, m[3] / 100, m[4]) : named.hasOwnProperty(format) ? rgbn(named[format]) : format === "transparent" ? new Rgb(NaN, NaN, NaN, 0) : null;
}
function rgbn(n) {
	return new Rgb(n >> 16 & 255, n >> 8 & 255, n & 255, 1);
}
function rgba(r, g, b, a) {
	if (a <= 0) r = g = b = NaN;
	return new Rgb(r, g, b, a);
}
function rgbConvert(o) {
	if (!(o instanceof Color)) o = color(o);
	if (!o) return new Rgb();
	o = o.rgb();
	return new Rgb(o.r, o.g, o.b, o.opacity);
}
function rgb$1(r, g, b, opacity) {
	return arguments.length === 1 ? rgbConvert(r) : new Rgb(r, g, b, opacity == null ? 1 : opacity);
}
function Rgb(r, g, b, opacity) {
	this.r = +r;
	this.g = +g;
	this.b = +b;
	this.opacity = +opacity;
}
define(Rgb, rgb$1, extend(Color, {
	brighter(k) {
		k = k == null ? brighter : Math.pow(brighter, k);
		return new Rgb(this.r * k, this.g * k, this.b * k, this.opacity);
	},
	darker(k) {
		k = k == null ? darker : Math.pow(darker, k);
		return new Rgb(this.r * k, this.g * k, this.b * k, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new Rgb(clampi(this.r), clampi(this.g), clampi(this.b), clampa(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: rgb_formatHex,
	formatHex: rgb_formatHex,
	formatHex8: rgb_formatHex8,
	formatRgb: rgb_formatRgb,
	toString: rgb_formatRgb
}));
function rgb_formatHex() {
	return \`#\${hex(this.r)}\${hex(this.g)}\${hex(this.b)}\`;
}
function rgb_formatHex8() {
	return \`#\${hex(this.r)}\${hex(this.g)}\${hex(this.b)}\${hex((isNaN(this.opacity) ? 1 : this.opacity) * 255)}\`;
}
function rgb_formatRgb() {
	const a = clampa(this.opacity);
	return \`\${a === 1 ? "rgb(" : "rgba("}\${clampi(this.r)}, \${clampi(this.g)}, \${clampi(this.b)}\${a === 1 ? ")" : \`, \${a})\`}\`;
}
function clampa(opacity) {
	return isNaN(opacity) ? 1 : Math.max(0, Math.min(1, opacity));
}
function clampi(value) {
	return Math.max(0, Math.min(255, Math.round(value) || 0));
}
function hex(value) {
	value = clampi(value);
	return (value < 16 ? "0" : "") + value.toString(16);
}
function hsla(h, s, l, a) {
	if (a <= 0) h = s = l = NaN;
	else if (l <= 0 || l >= 1) h = s = NaN;
	else if (s <= 0) h = NaN;
	return new Hsl(h, s, l, a);
}
function hslConvert(o) {
	if (o instanceof Hsl) return new Hsl(o.h, o.s, o.l, o.opacity);
	if (!(o instanceof Color)) o = color(o);
	if (!o) return new Hsl();
	if (o instanceof Hsl) return o;
	o = o.rgb();
	var r = o.r / 255, g = o.g / 255, b = o.b / 255, min = Math.min(r, g, b), max = Math.max(r, g, b), h = NaN, s = max - min, l = (max + min) / 2;
	if (s) {
		if (r === max) h = (g - b) / s + (g < b) * 6;
		else if (g === max) h = (b - r) / s + 2;
		else h = (r - g) / s + 4;
		s /= l < .5 ? max + min : 2 - max - min;
		h *= 60;
	} else s = l > 0 && l < 1 ? 0 : h;
	return new Hsl(h, s, l, o.opacity);
}
function hsl$1(h, s, l, opacity) {
	return arguments.length === 1 ? hslConvert(h) : new Hsl(h, s, l, opacity == null ? 1 : opacity);
}
function Hsl(h, s, l, opacity) {
	this.h = +h;
	this.s = +s;
	this.l = +l;
	this.opacity = +opacity;
}
define(Hsl, hsl$1, extend(Color, {
	brighter(k) {
		k = k == null ? brighter : Math.pow(brighter, k);
		return new Hsl(this.h, this.s, this.l * k, this.opacity);
	},
	darker(k) {
		k = k == null ? darker : Math.pow(darker, k);
		return new Hsl(this.h, this.s, this.l * k, this.opacity);
	},
	rgb() {
		var h = this.h % 360 + (this.h < 0) * 360, s = isNaN(h) || isNaN(this.s) ? 0 : this.s, l = this.l, m2 = l + (l < .5 ? l : 1 - l) * s, m1 = 2 * l - m2;
		return new Rgb(hsl2rgb(h >= 240 ? h - 240 : h + 120, m1, m2), hsl2rgb(h, m1, m2), hsl2rgb(h < 120 ? h + 240 : h - 120, m1, m2), this.opacity);
	},
	clamp() {
		return new Hsl(clamph(this.h), clampt(this.s), clampt(this.l), clampa(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		const a = clampa(this.opacity);
		return \`\${a === 1 ? "hsl(" : "hsla("}\${clamph(this.h)}, \${clampt(this.s) * 100}%, \${clampt(this.l) * 100}%\${a === 1 ? ")" : \`, \${a})\`}\`;
	}
}));
function clamph(value) {
	value = (value || 0) % 360;
	return value < 0 ? value + 360 : value;
}
function clampt(value) {
	return Math.max(0, Math.min(1, value || 0));
}
function hsl2rgb(h, m1, m2) {
	return (h < 60 ? m1 + (m2 - m1) * h / 60 : h < 180 ? m2 : h < 240 ? m1 + (m2 - m1) * (240 - h) / 60 : m1) * 255;
}
const radians$1 = Math.PI / 180;
const degrees$2 = 180 / Math.PI;
const K = 18;
const Xn = .96422;
const Yn = 1;
const Zn = .82521;
const t0 = 4 / 29;
const t1 = 6 / 29;
const t2 = 3 * t1 * t1;
const t3 = t1 * t1 * t1;
function labConvert(o) {
	if (o instanceof Lab) return new Lab(o.l, o.a, o.b, o.opacity);
	if (o instanceof Hcl) return hcl2lab(o);
	if (!(o instanceof Rgb)) o = rgbConvert(o);
	var r = rgb2lrgb(o.r), g = rgb2lrgb(o.g), b = rgb2lrgb(o.b), y = xyz2lab((.2225045 * r + .7168786 * g + .0606169 * b) / Yn), x, z;
	if (r === g && g === b) x = z = y;
	else {
		x = xyz2lab((.4360747 * r + .3850649 * g + .1430804 * b) / Xn);
		z = xyz2lab((.0139322 * r + .0971045 * g + .7141733 * b) / Zn);
	}
	return new Lab(116 * y - 16, 500 * (x - y), 200 * (y - z), o.opacity);
}
function lab(l, a, b, opacity) {
	return arguments.length === 1 ? labConvert(l) : new Lab(l, a, b, opacity == null ? 1 : opacity);
}
function Lab(l, a, b, opacity) {
	this.l = +l;
	this.a = +a;
	this.b = +b;
	this.opacity = +opacity;
}
define(Lab, lab, extend(Color, {
	brighter(k) {
		return new Lab(this.l + K * (k == null ? 1 : k), this.a, this.b, this.opacity);
	},
	darker(k) {
		return new Lab(this.l - K * (k == null ? 1 : k), this.a, this.b, this.opacity);
	},
	rgb() {
		var y = (this.l + 16) / 116, x = isNaN(this.a) ? y : y + this.a / 500, z = isNaN(this.b) ? y : y - this.b / 200;
		x = Xn * lab2xyz(x);
		y = Yn * lab2xyz(y);
		z = Zn * lab2xyz(z);
		return new Rgb(lrgb2rgb(3.1338561 * x - 1.6168667 * y - .4906146 * z), lrgb2rgb(-.9787684 * x + 1.9161415 * y + .033454 * z), lrgb2rgb(.0719453 * x - .2289914 * y + 1.4052427 * z), this.opacity);
	}
}));
function xyz2lab(t) {
	return t > t3 ? Math.pow(t, 1 / 3) : t / t2 + t0;
}
function lab2xyz(t) {
	return t > t1 ? t * t * t : t2 * (t - t0);
}
function lrgb2rgb(x) {
	return 255 * (x <= .0031308 ? 12.92 * x : 1.055 * Math.pow(x, 1 / 2.4) - .055);
}
function rgb2lrgb(x) {
	return (x /= 255) <= .04045 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4);
}
function hclConvert(o) {
	if (o instanceof Hcl) return new Hcl(o.h, o.c, o.l, o.opacity);
	if (!(o instanceof Lab)) o = labConvert(o);
	if (o.a === 0 && o.b === 0) return new Hcl(NaN, 0 < o.l && o.l < 100 ? 0 : NaN, o.l, o.opacity);
	var h = Math.atan2(o.b, o.a) * degrees$2;
	return new Hcl(h < 0 ? h + 360 : h, Math.sqrt(o.a * o.a + o.b * o.b), o.l, o.opacity);
}
function hcl$1(h, c, l, opacity) {
	return arguments.length === 1 ? hclConvert(h) : new Hcl(h, c, l, opacity == null ? 1 : opacity);
}
function Hcl(h, c, l, opacity) {
	this.h = +h;
	this.c = +c;
	this.l = +l;
	this.opacity = +opacity;
}
function hcl2lab(o) {
	if (isNaN(o.h)) return new Lab(o.l, 0, 0, o.opacity);
	var h = o.h * radians$1;
	return new Lab(o.l, Math.cos(h) * o.c, Math.sin(h) * o.c, o.opacity);
}
define(Hcl, hcl$1, extend(Color, {
	brighter(k) {
		return new Hcl(this.h, this.c, this.l + K * (k == null ? 1 : k), this.opacity);
	},
	darker(k) {
		return new Hcl(this.h, this.c, this.l - K * (k == null ? 1 : k), this.opacity);
	},
	rgb() {
		return hcl2lab(this).rgb();
	}
}));
var A = -.14861;
var B = 1.78277;
var C = -.29227;
var D = -.90649;
var E = 1.97294;
var ED = E * D;
var EB = E * B;
var BC_DA = B * C - D * A;
function cubehelixConvert(o) {
	if (o instanceof Cubehelix) return new Cubehelix(o.h, o.s, o.l, o.opacity);
	if (!(o instanceof Rgb)) o = rgbConvert(o);
	var r = o.r / 255, g = o.g / 255, b = o.b / 255, l = (BC_DA * b + ED * r - EB * g) / (BC_DA + ED - EB), bl = b - l, k = (E * (g - l) - C * bl) / D, s = Math.sqrt(k * k + bl * bl) / (E * l * (1 - l)), h = s ? Math.atan2(k, bl) * degrees$2 - 120 : NaN;
	return new Cubehelix(h < 0 ? h + 360 : h, s, l, o.opacity);
}
function cubehelix$1(h, s, l, opacity) {
	return arguments.length === 1 ? cubehelixConvert(h) : new Cubehelix(h, s, l, opacity == null ? 1 : opacity);
}
function Cubehelix(h, s, l, opacity) {
	this.h = +h;
	this.s = +s;
	this.l = +l;
	this.opacity = +opacity;
}
define(Cubehelix, cubehelix$1, extend(Color, {
	brighter(k) {
		k = k == null ? brighter : Math.pow(brighter, k);
		return new Cubehelix(this.h, this.s, this.l * k, this.opacity);
	},
	darker(k) {
		k = k == null ? darker : Math.pow(darker, k);
		return new Cubehelix(this.h, this.s, this.l * k, this.opacity);
	},
	rgb() {
		var h = isNaN(this.h) ? 0 : (this.h + 120) * radians$1, l = +this.l, a = isNaN(this.s) ? 0 : this.s * l * (1 - l), cosh = Math.cos(h), sinh = Math.sin(h);
		return new Rgb(255 * (l + a * (A * cosh + B * sinh)), 255 * (l + a * (C * cosh + D * sinh)), 255 * (l + a * (E * cosh)), this.opacity);
	}
}));
var constant = (x) => () => x;
function linear(a, d) {
	return function(t) {
		return a + t * d;
	};
}
function exponential(a, b, y) {
	return a = Math.pow(a, y), b = Math.pow(b, y) - a, y = 1 / y, function(t) {
		return Math.pow(a + t * b, y);
	};
}
function hue$1(a, b) {
	var d = b - a;
	return d ? linear(a, d > 180 || d < -180 ? d - 360 * Math.round(d / 360) : d) : constant(isNaN(a) ? b : a);
}
function gamma(y) {
	return (y = +y) === 1 ? nogamma : function(a, b) {
		return b - a ? exponential(a, b, y) : constant(isNaN(a) ? b : a);
	};
}
function nogamma(a, b) {
	var d = b - a;
	return d ? linear(a, d) : constant(isNaN(a) ? b : a);
}
var rgb = (function rgbGamma(y) {
	var color = gamma(y);
	function rgb(start, end) {
		var r = color((start = rgb$1(start)).r, (end = rgb$1(end)).r), g = color(start.g, end.g), b = color(start.b, end.b), opacity = nogamma(start.opacity, end.opacity);
		return function(t) {
			start.r = r(t);
			start.g = g(t);
			start.b = b(t);
			start.opacity = opacity(t);
			return start + "";
		};
	}
	rgb.gamma = rgbGamma;
	return rgb;
})(1);
function numberArray(a, b) {
	if (!b) b = [];
	var n = a ? Math.min(b.length, a.length) : 0, c = b.slice(), i;
	return function(t) {
		for (i = 0; i < n; ++i) c[i] = a[i] * (1 - t) + b[i] * t;
		return c;
	};
}
function isNumberArray(x) {
	return ArrayBuffer.isView(x) && !(x instanceof DataView);
}
function genericArray(a, b) {
	var nb = b ? b.length : 0, na = a ? Math.min(nb, a.length) : 0, x = new Array(na), c = new Array(nb), i = 0;
	for (; i < na; ++i) x[i] = value(a[i], b[i]);
	for (; i < nb; ++i) c[i] = b[i];
	return function(t) {
		for (i = 0; i < na; ++i) c[i] = x[i](t);
		return c;
	};
}
function date(a, b) {
	var d = /* @__PURE__ */ new Date();
	return a = +a, b = +b, function(t) {
		return d.setTime(a * (1 - t) + b * t), d;
	};
}
function number$1(a, b) {
	return a = +a, b = +b, function(t) {
		return a * (1 - t) + b * t;
	};
}
function object(a, b) {
	var i = {}, c = {}, k;
	if (a === null || typeof a !== "object") a = {};
	if (b === null || typeof b !== "object") b = {};
	for (k in b) if (k in a) i[k] = value(a[k], b[k]);
	else c[k] = b[k];
	return function(t) {
		for (k in i) c[k] = i[k](t);
		return c;
	};
}
var reA = /[-+]?(?:\\d+\\.?\\d*|\\.?\\d+)(?:[eE][-+]?\\d+)?/g;
var reB = new RegExp(reA.source, "g");
function zero$1(b) {
	return function() {
		return b;
	};
}
function one(b) {
	return function(t) {
		return b(t) + "";
	};
}
function string(a, b) {
	var bi = reA.lastIndex = reB.lastIndex = 0, am, bm, bs, i = -1, s = [], q = [];
	a = a + "", b = b + "";
	while ((am = reA.exec(a)) && (bm = reB.exec(b))) {
		if ((bs = bm.index) > bi) {
			bs = b.slice(bi, bs);
			if (s[i]) s[i] += bs;
			else s[++i] = bs;
		}
		if ((am = am[0]) === (bm = bm[0])) {
			if (s[i]) s[i] += bm;
			else s[++i] = bm;
		} else {
			s[++i] = null;
			q.push({
				i,
				x: number$1(am, bm)
			});
		}
		bi = reB.lastIndex;
	}
	if (bi < b.length) {
		bs = b.slice(bi);
		if (s[i]) s[i] += bs;
		else s[++i] = bs;
	}
	return s.length < 2 ? q[0] ? one(q[0].x) : zero$1(b) : (b = q.length, function(t) {
		for (var i = 0, o; i < b; ++i) s[(o = q[i]).i] = o.x(t);
		return s.join("");
	});
}
function value(a, b) {
	var t = typeof b, c;
	return b == null || t === "boolean" ? constant(b) : (t === "number" ? number$1 : t === "string" ? (c = color(b)) ? (b = c, rgb) : string : b instanceof color ? rgb : b instanceof Date ? date : isNumberArray(b) ? numberArray : Array.isArray(b) ? genericArray : typeof b.valueOf !== "function" && typeof b.toString !== "function" || isNaN(b) ? object : number$1)(a, b);
}
var degrees$1 = 180 / Math.PI;
var identity$3 = {
	translateX: 0,
	translateY: 0,
	rotate: 0,
	skewX: 0,
	scaleX: 1,
	scaleY: 1
};
function decompose(a, b, c, d, e, f) {
	var scaleX, scaleY, skewX;
	if (scaleX = Math.sqrt(a * a + b * b)) a /= scaleX, b /= scaleX;
	if (skewX = a * c + b * d) c -= a * skewX, d -= b * skewX;
	if (scaleY = Math.sqrt(c * c + d * d)) c /= scaleY, d /= scaleY, skewX /= scaleY;
	if (a * d < b * c) a = -a, b = -b, skewX = -skewX, scaleX = -scaleX;
	return {
		translateX: e,
		translateY: f,
		rotate: Math.atan2(b, a) * degrees$1,
		skewX: Math.atan(skewX) * degrees$1,
		scaleX,
		scaleY
	};
}
var svgNode;
function parseCss(value) {
	const m = new (typeof DOMMatrix === "function" ? DOMMatrix : WebKitCSSMatrix)(value + "");
	return m.isIdentity ? identity$3 : decompose(m.a, m.b, m.c, m.d, m.e, m.f);
}
function parseSvg(value) {
	if (value == null) return identity$3;
	if (!svgNode) svgNode = document.createElementNS("http://www.w3.org/2000/svg", "g");
	svgNode.setAttribute("transform", value);
	if (!(value = svgNode.transform.baseVal.consolidate())) return identity$3;
	value = value.matrix;
	return decompose(value.a, value.b, value.c, value.d, value.e, value.f);
}
function interpolateTransform(parse, pxComma, pxParen, degParen) {
	function pop(s) {
		return s.length ? s.pop() + " " : "";
	}
	function translate(xa, ya, xb, yb, s, q) {
		if (xa !== xb || ya !== yb) {
			var i = s.push("translate(", null, pxComma, null, pxParen);
			q.push({
				i: i - 4,
				x: number$1(xa, xb)
			}, {
				i: i - 2,
				x: number$1(ya, yb)
			});
		} else if (xb || yb) s.push("translate(" + xb + pxComma + yb + pxParen);
	}
	function rotate(a, b, s, q) {
		if (a !== b) {
			if (a - b > 180) b += 360;
			else if (b - a > 180) a += 360;
			q.push({
				i: s.push(pop(s) + "rotate(", null, degParen) - 2,
				x: number$1(a, b)
			});
		} else if (b) s.push(pop(s) + "rotate(" + b + degParen);
	}
	function skewX(a, b, s, q) {
		if (a !== b) q.push({
			i: s.push(pop(s) + "skewX(", null, degParen) - 2,
			x: number$1(a, b)
		});
		else if (b) s.push(pop(s) + "skewX(" + b + degParen);
	}
	function scale(xa, ya, xb, yb, s, q) {
		if (xa !== xb || ya !== yb) {
			var i = s.push(pop(s) + "scale(", null, ",", null, ")");
			q.push({
				i: i - 4,
				x: number$1(xa, xb)
			}, {
				i: i - 2,
				x: number$1(ya, yb)
			});
		} else if (xb !== 1 || yb !== 1) s.push(pop(s) + "scale(" + xb + "," + yb + ")");
	}
	return function(a, b) {
		var s = [], q = [];
		a = parse(a), b = parse(b);
		translate(a.translateX, a.translateY, b.translateX, b.translateY, s, q);
		rotate(a.rotate, b.rotate, s, q);
		skewX(a.skewX, b.skewX, s, q);
		scale(a.scaleX, a.scaleY, b.scaleX, b.scaleY, s, q);
		a = b = null;
		return function(t) {
			var i = -1, n = q.length, o;
			while (++i < n) s[(o = q[i]).i] = o.x(t);
			return s.join("");
		};
	};
}
var interpolateTransformCss = interpolateTransform(parseCss, "px, ", "px)", "deg)");
var interpolateTransformSvg = interpolateTransform(parseSvg, ", ", ")", ")");
var epsilon2$1 = 1e-12;
function cosh(x) {
	return ((x = Math.exp(x)) + 1 / x) / 2;
}
function sinh(x) {
	return ((x = Math.exp(x)) - 1 / x) / 2;
}
function tanh(x) {
	return ((x = Math.exp(2 * x)) - 1) / (x + 1);
}
var zoom = (function zoomRho(rho, rho2, rho4) {
	function zoom(p0, p1) {
		var ux0 = p0[0], uy0 = p0[1], w0 = p0[2], ux1 = p1[0], uy1 = p1[1], w1 = p1[2], dx = ux1 - ux0, dy = uy1 - uy0, d2 = dx * dx + dy * dy, i, S;
		if (d2 < epsilon2$1) {
			S = Math.log(w1 / w0) / rho;
			i = function(t) {
				return [
					ux0 + t * dx,
					uy0 + t * dy,
					w0 * Math.exp(rho * t * S)
				];
			};
		} else {
			var d1 = Math.sqrt(d2), b0 = (w1 * w1 - w0 * w0 + rho4 * d2) / (2 * w0 * rho2 * d1), b1 = (w1 * w1 - w0 * w0 - rho4 * d2) / (2 * w1 * rho2 * d1), r0 = Math.log(Math.sqrt(b0 * b0 + 1) - b0);
			S = (Math.log(Math.sqrt(b1 * b1 + 1) - b1) - r0) / rho;
			i = function(t) {
				var s = t * S, coshr0 = cosh(r0), u = w0 / (rho2 * d1) * (coshr0 * tanh(rho * s + r0) - sinh(r0));
				return [
					ux0 + u * dx,
					uy0 + u * dy,
					w0 * coshr0 / cosh(rho * s + r0)
				];
			};
		}
		i.duration = Math.abs(S) * 1e3 * rho / Math.SQRT2;
		return i;
	}
	zoom.rho = function(_) {
		var _1 = Math.max(.001, +_), _2 = _1 * _1;
		return zoomRho(_1, _2, _2 * _2);
	};
	return zoom;
})(Math.SQRT2, 2, 4);
function cubehelix(hue) {
	return (function cubehelixGamma(y) {
		y = +y;
		function cubehelix(start, end) {
			var h = hue((start = cubehelix$1(start)).h, (end = cubehelix$1(end)).h), s = nogamma(start.s, end.s), l = nogamma(start.l, end.l), opacity = nogamma(start.opacity, end.opacity);
			return function(t) {
				start.h = h(t);
				start.s = s(t);
				start.l = l(Math.pow(t, y));
				start.opacity = opacity(t);
				return start + "";
			};
		}
		cubehelix.gamma = cubehelixGamma;
		return cubehelix;
	})(1);
}
cubehelix(hue$1);
cubehelix(nogamma);
// node_modules/d3-timer/dist/d3-timer.mjs
var frame = 0;
var timeout$1 = 0;
var interval$1 = 0;
var pokeDelay = 1e3;
var taskHead;
var taskTail;
var clockLast = 0;
var clockNow = 0;
var clockSkew = 0;
var clock = typeof performance === "object" && performance.now ? performance : Date;
var setFrame = typeof window === "object" && window.requestAnimationFrame ? window.requestAnimationFrame.bind(window) : function(f) {
	setTimeout(f, 17);
};
function now() {
	return clockNow || (setFrame(clearNow), clockNow = clock.now() + clockSkew);
}
function clearNow() {
	clockNow = 0;
}
function Timer() {
	this._call = this._time = this._next = null;
}
Timer.prototype = timer.prototype = {
	constructor: Timer,
	restart: function(callback, delay, time) {
		if (typeof callback !== "function") throw new TypeError("callback is not a function");
		time = (time == null ? now() : +time) + (delay == null ? 0 : +delay);
		if (!this._next && taskTail !== this) {
			if (taskTail) taskTail._next = this;
			else taskHead = this;
			taskTail = this;
		}
		this._call = callback;
		this._time = time;
		sleep();
	},
	stop: function() {
		if (this._call) {
			this._call = null;
			this._time = 1e400;
			sleep();
		}
	}
};
function timer(callback, delay, time) {
	var t = new Timer();
	t.restart(callback, delay, time);
	return t;
}
function timerFlush() {
	now();
	++frame;
	var t = taskHead, e;
	while (t) {
		if ((e = clockNow - t._time) >= 0) t._call.call(void 0, e);
		t = t._next;
	}
	--frame;
}
function wake() {
	clockNow = (clockLast = clock.now()) + clockSkew;
	frame = timeout$1 = 0;
	try {
		timerFlush();
	} finally {
		frame = 0;
		nap();
		clockNow = 0;
	}
}
function poke() {
	var now = clock.now(), delay = now - clockLast;
	if (delay > pokeDelay) clockSkew -= delay, clockLast = now;
}
function nap() {
	var t0, t1 = taskHead, t2, time = 1e400;
	while (t1) if (t1._call) {
		if (time > t1._time) time = t1._time;
		t0 = t1, t1 = t1._next;
	} else {
		t2 = t1._next, t1._next = null;
		t1 = t0 ? t0._next = t2 : taskHead = t2;
	}
	taskTail = t0;
	sleep(time);
}
function sleep(time) {
	if (frame) return;
	if (timeout$1) timeout$1 = clearTimeout(timeout$1);
	if (time - clockNow > 24) {
		if (time < 1e400) timeout$1 = setTimeout(wake, Math.ceil(time - clock.now() - clockSkew) + 1);
		if (interval$1) interval$1 = clearInterval(interval$1);
	} else {
		if (!interval$1) clockLast = clock.now(), interval$1 = setInterval(poke, pokeDelay);
		frame = 1, setFrame(wake);
	}
}
function timeout(callback, delay, time) {
	var t = new Timer();
	delay = delay == null ? 0 : +delay;
	t.restart((elapsed) => {
		t.stop();
		callback(elapsed + delay);
	}, delay, time);
	return t;
}
// node_modules/d3-ease/dist/d3-ease.mjs
function cubicInOut(t) {
	return ((t *= 2) <= 1 ? t * t * t : (t -= 2) * t * t + 2) / 2;
}
var exponent = 3;
(function custom(e) {
	e = +e;
	function polyIn(t) {
		return Math.pow(t, e);
	}
	polyIn.exponent = custom;
	return polyIn;
})(exponent);
(function custom(e) {
	e = +e;
	function polyOut(t) {
		return 1 - Math.pow(1 - t, e);
	}
	polyOut.exponent = custom;
	return polyOut;
})(exponent);
(function custom(e) {
	e = +e;
	function polyInOut(t) {
		return ((t *= 2) <= 1 ? Math.pow(t, e) : 2 - Math.pow(2 - t, e)) / 2;
	}
	polyInOut.exponent = custom;
	return polyInOut;
})(exponent);
function tpmt(x) {
	return (Math.pow(2, -10 * x) - .0009765625) * 1.0009775171065494;
}
var b1 = 4 / 11;
1 / b1 / b1;
var overshoot = 1.70158;
(function custom(s) {
	s = +s;
	function backIn(t) {
		return (t = +t) * t * (s * (t - 1) + t);
	}
	backIn.overshoot = custom;
	return backIn;
})(overshoot);
(function custom(s) {
	s = +s;
	function backOut(t) {
		return --t * t * ((t + 1) * s + t) + 1;
	}
	backOut.overshoot = custom;
	return backOut;
})(overshoot);
(function custom(s) {
	s = +s;
	function backInOut(t) {
		return ((t *= 2) < 1 ? t * t * ((s + 1) * t - s) : (t -= 2) * t * ((s + 1) * t + s) + 2) / 2;
	}
	backInOut.overshoot = custom;
	return backInOut;
})(overshoot);
var tau$1 = 2 * Math.PI;
var amplitude = 1;
var period = .3;
(function custom(a, p) {
	var s = Math.asin(1 / (a = Math.max(1, a))) * (p /= tau$1);
	function elasticIn(t) {
		return a * tpmt(- --t) * Math.sin((s - t) / p);
	}
	elasticIn.amplitude = function(a) {
		return custom(a, p * tau$1);
	};
	elasticIn.period = function(p) {
		return custom(a, p);
	};
	return elasticIn;
})(amplitude, period);
(function custom(a, p) {
	var s = Math.asin(1 / (a = Math.max(1, a))) * (p /= tau$1);
	function elasticOut(t) {
		return 1 - a * tpmt(t = +t) * Math.sin((t + s) / p);
	}
	elasticOut.amplitude = function(a) {
		return custom(a, p * tau$1);
	};
	elasticOut.period = function(p) {
		return custom(a, p);
	};
	return elasticOut;
})(amplitude, period);
(function custom(a, p) {
	var s = Math.asin(1 / (a = Math.max(1, a))) * (p /= tau$1);
	function elasticInOut(t) {
		return ((t = t * 2 - 1) < 0 ? a * tpmt(-t) * Math.sin((s - t) / p) : 2 - a * tpmt(t) * Math.sin((s + t) / p)) / 2;
	}
	elasticInOut.amplitude = function(a) {
		return custom(a, p * tau$1);
	};
	elasticInOut.period = function(p) {
		return custom(a, p);
	};
	return elasticInOut;
})(amplitude, period);
// node_modules/d3-transition/dist/d3-transition.mjs
var emptyOn = dispatch("start", "end", "cancel", "interrupt");
var emptyTween = [];
var CREATED = 0;
var SCHEDULED = 1;
var STARTING = 2;
var STARTED = 3;
var RUNNING = 4;
var ENDING = 5;
var ENDED = 6;
function schedule(node, name, id, index, group, timing) {
	var schedules = node.__transition;
	if (!schedules) node.__transition = {};
	else if (id in schedules) return;
	create(node, id, {
		name,
		index,
		group,
		on: emptyOn,
		tween: emptyTween,
		time: timing.time,
		delay: timing.delay,
		duration: timing.duration,
		ease: timing.ease,
		timer: null,
		state: CREATED
	});
}
function init(node, id) {
	var schedule = get(node, id);
	if (schedule.state > CREATED) throw new Error("too late; already scheduled");
	return schedule;
}
function set(node, id) {
	var schedule = get(node, id);
	if (schedule.state > STARTED) throw new Error("too late; already running");
	return schedule;
}
function get(node, id) {
	var schedule = node.__transition;
	if (!schedule || !(schedule = schedule[id])) throw new Error("transition not found");
	return schedule;
}
function create(node, id, self) {
	var schedules = node.__transition, tween;
	schedules[id] = self;
	self.timer = timer(schedule, 0, self.time);
	function schedule(elapsed) {
		self.state = SCHEDULED;
		self.timer.restart(start, self.delay, self.time);
		if (self.delay <= elapsed) start(elapsed - self.delay);
	}
	function start(elapsed) {
		var i, j, n, o;
		if (self.state !== SCHEDULED) return stop();
		for (i in schedules) {
			o = schedules[i];
			if (o.name !== self.name) continue;
			if (o.state === STARTED) return timeout(start);
			if (o.state === RUNNING) {
				o.state = ENDED;
				o.timer.stop();
				o.on.call("interrupt", node, node.__data__, o.index, o.group);
				delete schedules[i];
			} else if (+i < id) {
				o.state = ENDED;
				o.timer.stop();
				o.on.call("cancel", node, node.__data__, o.index, o.group);
				delete schedules[i];
			}
		}
		timeout(function() {
			if (self.state === STARTED) {
				self.state = RUNNING;
				self.timer.restart(tick, self.delay, self.time);
				tick(elapsed);
			}
		});
		self.state = STARTING;
		self.on.call("start", node, node.__data__, self.index, self.group);
		if (self.state !== STARTING) return;
		self.state = STARTED;
		tween = new Array(n = self.tween.length);
		for (i = 0, j = -1; i < n; ++i) if (o = self.tween[i].value.call(node, node.__data__, self.index, self.group)) tween[++j] = o;
		tween.length = j + 1;
	}
	function tick(elapsed) {
		var t = elapsed < self.duration ? self.ease.call(null, elapsed / self.duration) : (self.timer.restart(stop), self.state = ENDING, 1), i = -1, n = tween.length;
		while (++i < n) tween[i].call(node, t);
		if (self.state === ENDING) {
			self.on.call("end", node, node.__data__, self.index, self.group);
			stop();
		}
	}
	function stop() {
		self.state = ENDED;
		self.timer.stop();
		delete schedules[id];
		for (var i in schedules) return;
		delete node.__transition;
	}
}
function interrupt(node, name) {
	var schedules = node.__transition, schedule, active, empty = true, i;
	if (!schedules) return;
	name = name == null ? null : name + "";
	for (i in schedules) {
		if ((schedule = schedules[i]).name !== name) {
			empty = false;
			continue;
		}
		active = schedule.state > STARTING && schedule.state < ENDING;
		schedule.state = ENDED;
		schedule.timer.stop();
		schedule.on.call(active ? "interrupt" : "cancel", node, node.__data__, schedule.index, schedule.group);
		delete schedules[i];
	}
	if (empty) delete node.__transition;
}
function selection_interrupt(name) {
	return this.each(function() {
		interrupt(this, name);
	});
}
function tweenRemove(id, name) {
	var tween0, tween1;
	return function() {
		var schedule = set(this, id), tween = schedule.tween;
		if (tween !== tween0) {
			tween1 = tween0 = tween;
			for (var i = 0, n = tween1.length; i < n; ++i) if (tween1[i].name === name) {
				tween1 = tween1.slice();
				tween1.splice(i, 1);
				break;
			}
		}
		schedule.tween = tween1;
	};
}
function tweenFunction(id, name, value) {
	var tween0, tween1;
	if (typeof value !== "function") throw new Error();
	return function() {
		var schedule = set(this, id), tween = schedule.tween;
		if (tween !== tween0) {
			tween1 = (tween0 = tween).slice();
			for (var t = {
				name,
				value
			}, i = 0, n = tween1.length; i < n; ++i) if (tween1[i].name === name) {
				tween1[i] = t;
				break;
			}
			if (i === n) tween1.push(t);
		}
		schedule.tween = tween1;
	};
}
function transition_tween(name, value) {
	var id = this._id;
	name += "";
	if (arguments.length < 2) {
		var tween = get(this.node(), id).tween;
		for (var i = 0, n = tween.length, t; i < n; ++i) if ((t = tween[i]).name === name) return t.value;
		return null;
	}
	return this.each((value == null ? tweenRemove : tweenFunction)(id, name, value));
}
function tweenValue(transition, name, value) {
	var id = transition._id;
	transition.each(function() {
		var schedule = set(this, id);
		(schedule.value || (schedule.value = {}))[name] = value.apply(this, arguments);
	});
	return function(node) {
		return get(node, id).value[name];
	};
}
function interpolate(a, b) {
	var c;
	return (typeof b === "number" ? number$1 : b instanceof color ? rgb : (c = color(b)) ? (b = c, rgb) : string)(a, b);
}
function attrRemove(name) {
	return function() {
		this.removeAttribute(name);
	};
}
function attrRemoveNS(fullname) {
	return function() {
		this.removeAttributeNS(fullname.space, fullname.local);
	};
}
function attrConstant(name, interpolate, value1) {
	var string00, string1 = value1 + "", interpolate0;
	return function() {
		var string0 = this.getAttribute(name);
		return string0 === string1 ? null : string0 === string00 ? interpolate0 : interpolate0 = interpolate(string00 = string0, value1);
	};
}
function attrConstantNS(fullname, interpolate, value1) {
	var string00, string1 = value1 + "", interpolate0;
	return function() {
		var string0 = this.getAttributeNS(fullname.space, fullname.local);
		return string0 === string1 ? null : string0 === string00 ? interpolate0 : interpolate0 = interpolate(string00 = string0, value1);
	};
}
function attrFunction(name, interpolate, value) {
	var string00, string10, interpolate0;
	return function() {
		var string0, value1 = value(this), string1;
		if (value1 == null) return void this.removeAttribute(name);
		string0 = this.getAttribute(name);
		string1 = value1 + "";
		return string0 === string1 ? null : string0 === string00 && string1 === string10 ? interpolate0 : (string10 = string1, interpolate0 = interpolate(string00 = string0, value1));
	};
}
function attrFunctionNS(fullname, interpolate, value) {
	var string00, string10, interpolate0;
	return function() {
		var string0, value1 = value(this), string1;
		if (value1 == null) return void this.removeAttributeNS(fullname.space, fullname.local);
		string0 = this.getAttributeNS(fullname.space, fullname.local);
		string1 = value1 + "";
		return string0 === string1 ? null : string0 === string00 && string1 === string10 ? interpolate0 : (string10 = string1, interpolate0 = interpolate(string00 = string0, value1));
	};
}
function transition_attr(name, value) {
	var fullname = namespace_default(name), i = fullname === "transform" ? interpolateTransformSvg : interpolate;
	return this.attrTween(name, typeof value === "function" ? (fullname.local ? attrFunctionNS : attrFunction)(fullname, i, tweenValue(this, "attr." + name, value)) : value == null ? (fullname.local ? attrRemoveNS : attrRemove)(fullname) : (fullname.local ? attrConstantNS : attrConstant)(fullname, i, value));
}
function attrInterpolate(name, i) {
	return function(t) {
		this.setAttribute(name, i.call(this, t));
	};
}
function attrInterpolateNS(fullname, i) {
	return function(t) {
		this.setAttributeNS(fullname.space, fullname.local, i.call(this, t));
	};
}
function attrTweenNS(fullname, value) {
	var t0, i0;
	function tween() {
		var i = value.apply(this, arguments);
		if (i !== i0) t0 = (i0 = i) && attrInterpolateNS(fullname, i);
		return t0;
	}
	tween._value = value;
	return tween;
}
function attrTween(name, value) {
	var t0, i0;
	function tween() {
		var i = value.apply(this, arguments);
		if (i !== i0) t0 = (i0 = i) && attrInterpolate(name, i);
		return t0;
	}
	tween._value = value;
	return tween;
}
function transition_attrTween(name, value) {
	var key = "attr." + name;
	if (arguments.length < 2) return (key = this.tween(key)) && key._value;
	if (value == null) return this.tween(key, null);
	if (typeof value !== "function") throw new Error();
	var fullname = namespace_default(name);
	return this.tween(key, (fullname.local ? attrTweenNS : attrTween)(fullname, value));
}
function delayFunction(id, value) {
	return function() {
		init(this, id).delay = +value.apply(this, arguments);
	};
}
function delayConstant(id, value) {
	return value = +value, function() {
		init(this, id).delay = value;
	};
}
function transition_delay(value) {
	var id = this._id;
	return arguments.length ? this.each((typeof value === "function" ? delayFunction : delayConstant)(id, value)) : get(this.node(), id).delay;
}
function durationFunction(id, value) {
	return function() {
		set(this, id).duration = +value.apply(this, arguments);
	};
}
function durationConstant(id, value) {
	return value = +value, function() {
		set(this, id).duration = value;
	};
}
function transition_duration(value) {
	var id = this._id;
	return arguments.length ? this.each((typeof value === "function" ? durationFunction : durationConstant)(id, value)) : get(this.node(), id).duration;
}
function easeConstant(id, value) {
	if (typeof value !== "function") throw new Error();
	return function() {
		set(this, id).ease = value;
	};
}
function transition_ease(value) {
	var id = this._id;
	return arguments.length ? this.each(easeConstant(id, value)) : get(this.node(), id).ease;
}
function easeVarying(id, value) {
	return function() {
		var v = value.apply(this, arguments);
		if (typeof v !== "function") throw new Error();
		set(this, id).ease = v;
	};
}
function transition_easeVarying(value) {
	if (typeof value !== "function") throw new Error();
	return this.each(easeVarying(this._id, value));
}
function transition_filter(match) {
	if (typeof match !== "function") match = matcher_default(match);
	for (var groups = this._groups, m = groups.length, subgroups = new Array(m), j = 0; j < m; ++j) for (var group = groups[j], n = group.length, subgroup = subgroups[j] = [], node, i = 0; i < n; ++i) if ((node = group[i]) && match.call(node, node.__data__, i, group)) subgroup.push(node);
	return new Transition(subgroups, this._parents, this._name, this._id);
}
function transition_merge(transition) {
	if (transition._id !== this._id) throw new Error();
	for (var groups0 = this._groups, groups1 = transition._groups, m0 = groups0.length, m1 = groups1.length, m = Math.min(m0, m1), merges = new Array(m0), j = 0; j < m; ++j) for (var group0 = groups0[j], group1 = groups1[j], n = group0.length, merge = merges[j] = new Array(n), node, i = 0; i < n; ++i) if (node = group0[i] || group1[i]) merge[i] = node;
	for (; j < m0; ++j) merges[j] = groups0[j];
	return new Transition(merges, this._parents, this._name, this._id);
}
function start(name) {
	return (name + "").trim().split(/^|\\s+/).every(function(t) {
		var i = t.indexOf(".");
		if (i >= 0) t = t.slice(0, i);
		return !t || t === "start";
	});
}
function onFunction(id, name, listener) {
	var on0, on1, sit = start(name) ? init : set;
	return function() {
		var schedule = sit(this, id), on = schedule.on;
		if (on !== on0) (on1 = (on0 = on).copy()).on(name, listener);
		schedule.on = on1;
	};
}
function transition_on(name, listener) {
	var id = this._id;
	return arguments.length < 2 ? get(this.node(), id).on.on(name) : this.each(onFunction(id, name, listener));
}
function removeFunction(id) {
	return function() {
		var parent = this.parentNode;
		for (var i in this.__transition) if (+i !== id) return;
		if (parent) parent.removeChild(this);
	};
}
function transition_remove() {
	return this.on("end.remove", removeFunction(this._id));
}
function transition_select(select) {
	var name = this._name, id = this._id;
	if (typeof select !== "function") select = selector_default(select);
	for (var groups = this._groups, m = groups.length, subgroups = new Array(m), j = 0; j < m; ++j) for (var group = groups[j], n = group.length, subgroup = subgroups[j] = new Array(n), node, subnode, i = 0; i < n; ++i) if ((node = group[i]) && (subnode = select.call(node, node.__data__, i, group))) {
		if ("__data__" in node) subnode.__data__ = node.__data__;
		subgroup[i] = subnode;
		schedule(subgroup[i], name, id, i, subgroup, get(node, id));
	}
	return new Transition(subgroups, this._parents, name, id);
}
function transition_selectAll(select) {
	var name = this._name, id = this._id;
	if (typeof select !== "function") select = selectorAll_default(select);
	for (var groups = this._groups, m = groups.length, subgroups = [], parents = [], j = 0; j < m; ++j) for (var group = groups[j], n = group.length, node, i = 0; i < n; ++i) if (node = group[i]) {
		for (var children = select.call(node, node.__data__, i, group), child, inherit = get(node, id), k = 0, l = children.length; k < l; ++k) if (child = children[k]) schedule(child, name, id, k, children, inherit);
		subgroups.push(children);
		parents.push(node);
	}
	return new Transition(subgroups, parents, name, id);
}
var Selection = selection.prototype.constructor;
function transition_selection() {
	return new Selection(this._groups, this._parents);
}
function styleNull(name, interpolate) {
	var string00, string10, interpolate0;
	return function() {
		var string0 = styleValue(this, name), string1 = (this.style.removeProperty(name), styleValue(this, name));
		return string0 === string1 ? null : string0 === string00 && string1 === string10 ? interpolate0 : interpolate0 = interpolate(string00 = string0, string10 = string1);
	};
}
function styleRemove(name) {
	return function() {
		this.style.removeProperty(name);
	};
}
function styleConstant(name, interpolate, value1) {
	var string00, string1 = value1 + "", interpolate0;
	return function() {
		var string0 = styleValue(this, name);
		return string0 === string1 ? null : string0 === string00 ? interpolate0 : interpolate0 = interpolate(string00 = string0, value1);
	};
}
function styleFunction(name, interpolate, value) {
	var string00, string10, interpolate0;
	return function() {
		var string0 = styleValue(this, name), value1 = value(this), string1 = value1 + "";
		if (value1 == null) string1 = value1 = (this.style.removeProperty(name), styleValue(this, name));
		return string0 === string1 ? null : string0 === string00 && string1 === string10 ? interpolate0 : (string10 = string1, interpolate0 = interpolate(string00 = string0, value1));
	};
}
function styleMaybeRemove(id, name) {
	var on0, on1, listener0, key = "style." + name, event = "end." + key, remove;
	return function() {
		var schedule = set(this, id), on = schedule.on, listener = schedule.value[key] == null ? remove || (remove = styleRemove(name)) : void 0;
		if (on !== on0 || listener0 !== listener) (on1 = (on0 = on).copy()).on(event, listener0 = listener);
		schedule.on = on1;
	};
}
function transition_style(name, value, priority) {
	var i = (name += "") === "transform" ? interpolateTransformCss : interpolate;
	return value == null ? this.styleTween(name, styleNull(name, i)).on("end.style." + name, styleRemove(name)) : typeof value === "function" ? this.styleTween(name, styleFunction(name, i, tweenValue(this, "style." + name, value))).each(styleMaybeRemove(this._id, name)) : this.styleTween(name, styleConstant(name, i, value), priority).on("end.style." + name, null);
}
function styleInterpolate(name, i, priority) {
	return function(t) {
		this.style.setProperty(name, i.call(this, t), priority);
	};
}
function styleTween(name, value, priority) {
	var t, i0;
	function tween() {
		var i = value.apply(this, arguments);
		if (i !== i0) t = (i0 = i) && styleInterpolate(name, i, priority);
		return t;
	}
	tween._value = value;
	return tween;
}
function transition_styleTween(name, value, priority) {
	var key = "style." + (name += "");
	if (arguments.length < 2) return (key = this.tween(key)) && key._value;
	if (value == null) return this.tween(key, null);
	if (typeof value !== "function") throw new Error();
	return this.tween(key, styleTween(name, value, priority == null ? "" : priority));
}
function textConstant(value) {
	return function() {
		this.textContent = value;
	};
}
function textFunction(value) {
	return function() {
		var value1 = value(this);
		this.textContent = value1 == null ? "" : value1;
	};
}
function transition_text(value) {
	return this.tween("text", typeof value === "function" ? textFunction(tweenValue(this, "text", value)) : textConstant(value == null ? "" : value + ""));
}
function textInterpolate(i) {
	return function(t) {
		this.textContent = i.call(this, t);
	};
}
function textTween(value) {
	var t0, i0;
	function tween() {
		var i = value.apply(this, arguments);
		if (i !== i0) t0 = (i0 = i) && textInterpolate(i);
		return t0;
	}
	tween._value = value;
	return tween;
}
function transition_textTween(value) {
	var key = "text";
	if (arguments.length < 1) return (key = this.tween(key)) && key._value;
	if (value == null) return this.tween(key, null);
	if (typeof value !== "function") throw new Error();
	return this.tween(key, textTween(value));
}
function transition_transition() {
	var name = this._name, id0 = this._id, id1 = newId();
	for (var groups = this._groups, m = groups.length, j = 0; j < m; ++j) for (var group = groups[j], n = group.length, node, i = 0; i < n; ++i) if (node = group[i]) {
		var inherit = get(node, id0);
		schedule(node, name, id1, i, group, {
			time: inherit.time + inherit.delay + inherit.duration,
			delay: 0,
			duration: inherit.duration,
			ease: inherit.ease
		});
	}
	return new Transition(groups, this._parents, name, id1);
}
function transition_end() {
	var on0, on1, that = this, id = that._id, size = that.size();
	return new Promise(function(resolve, reject) {
		var cancel = { value: reject }, end = { value: function() {
			if (--size === 0) resolve();
		} };
		that.each(function() {
			var schedule = set(this, id), on = schedule.on;
			if (on !== on0) {
				on1 = (on0 = on).copy();
				on1._.cancel.push(cancel);
				on1._.interrupt.push(cancel);
				on1._.end.push(end);
			}
			schedule.on = on1;
		});
		if (size === 0) resolve();
	});
}
var id = 0;
function Transition(groups, parents, name, id) {
	this._groups = groups;
	this._parents = parents;
	this._name = name;
	this._id = id;
}
function transition(name) {
	return selection().transition(name);
}
function newId() {
	return ++id;
}
var selection_prototype = selection.prototype;
Transition.prototype = transition.prototype = {
	constructor: Transition,
	select: transition_select,
	selectAll: transition_selectAll,
	selectChild: selection_prototype.selectChild,
	selectChildren: selection_prototype.selectChildren,
	filter: transition_filter,
	merge: transition_merge,
	selection: transition_selection,
	transition: transition_transition,
	call: selection_prototype.call,
	nodes: selection_prototype.nodes,
	node: selection_prototype.node,
	size: selection_prototype.size,
	empty: selection_prototype.empty,
	each: selection_prototype.each,
	on: transition_on,
	attr: transition_attr,
	attrTween: transition_attrTween,
	style: transition_style,
	styleTween: transition_styleTween,
	text: transition_text,
	textTween: transition_textTween,
	remove: transition_remove,
	tween: transition_tween,
	delay: transition_delay,
	duration: transition_duration,
	ease: transition_ease,
	easeVarying: transition_easeVarying,
	end: transition_end,
	[Symbol.iterator]: selection_prototype[Symbol.iterator]
};
var defaultTiming = {
	time: null,
	delay: 0,
	duration: 250,
	ease: cubicInOut
};
function inherit(node, id) {
	var timing;
	while (!(timing = node.__transition) || !(timing = timing[id])) if (!(node = node.parentNode)) throw new Error(\`transition \${id} not found\`);
	return timing;
}
function selection_transition(name) {
	var id, timing;
	if (name instanceof Transition) id = name._id, name = name._name;
	else id = newId(), (timing = defaultTiming).time = now(), name = name == null ? null : name + "";
	for (var groups = this._groups, m = groups.length, j = 0; j < m; ++j) for (var group = groups[j], n = group.length, node, i = 0; i < n; ++i) if (node = group[i]) schedule(node, name, id, i, group, timing || inherit(node, id));
	return new Transition(groups, this._parents, name, id);
}
selection.prototype.interrupt = selection_interrupt;
selection.prototype.transition = selection_transition;
// node_modules/d3-zoom/src/constant.js
var constant_default$1 = (x) => () => x;
// node_modules/d3-zoom/src/event.js
function ZoomEvent(type, { sourceEvent, target, transform, dispatch }) {
	Object.defineProperties(this, {
		type: {
			value: type,
			enumerable: true,
			configurable: true
		},
		sourceEvent: {
			value: sourceEvent,
			enumerable: true,
			configurable: true
		},
		target: {
			value: target,
			enumerable: true,
			configurable: true
		},
		transform: {
			value: transform,
			enumerable: true,
			configurable: true
		},
		_: { value: dispatch }
	});
}
// node_modules/d3-zoom/src/transform.js
function Transform(k, x, y) {
	this.k = k;
	this.x = x;
	this.y = y;
}
Transform.prototype = {
	constructor: Transform,
	scale: function(k) {
		return k === 1 ? this : new Transform(this.k * k, this.x, this.y);
	},
	translate: function(x, y) {
		return x === 0 & y === 0 ? this : new Transform(this.k, this.x + this.k * x, this.y + this.k * y);
	},
	apply: function(point) {
		return [point[0] * this.k + this.x, point[1] * this.k + this.y];
	},
	applyX: function(x) {
		return x * this.k + this.x;
	},
	applyY: function(y) {
		return y * this.k + this.y;
	},
	invert: function(location) {
		return [(location[0] - this.x) / this.k, (location[1] - this.y) / this.k];
	},
	invertX: function(x) {
		return (x - this.x) / this.k;
	},
	invertY: function(y) {
		return (y - this.y) / this.k;
	},
	rescaleX: function(x) {
		return x.copy().domain(x.range().map(this.invertX, this).map(x.invert, x));
	},
	rescaleY: function(y) {
		return y.copy().domain(y.range().map(this.invertY, this).map(y.invert, y));
	},
	toString: function() {
		return "translate(" + this.x + "," + this.y + ") scale(" + this.k + ")";
	}
};
var identity$2 = new Transform(1, 0, 0);
transform.prototype = Transform.prototype;
function transform(node) {
	while (!node.__zoom) if (!(node = node.parentNode)) return identity$2;
	return node.__zoom;
}
// node_modules/d3-zoom/src/noevent.js
function nopropagation$1(event) {
	event.stopImmediatePropagation();
}
function noevent_default$1(event) {
	event.preventDefault();
	event.stopImmediatePropagation();
}
// node_modules/d3-zoom/src/zoom.js
function defaultFilter$1(event) {
	return (!event.ctrlKey || event.type === "wheel") && !event.button;
}
function defaultExtent$1() {
	var e = this;
	if (e instanceof SVGElement) {
		e = e.ownerSVGElement || e;
		if (e.hasAttribute("viewBox")) {
			e = e.viewBox.baseVal;
			return [[e.x, e.y], [e.x + e.width, e.y + e.height]];
		}
		return [[0, 0], [e.width.baseVal.value, e.height.baseVal.value]];
	}
	return [[0, 0], [e.clientWidth, e.clientHeight]];
}
function defaultTransform() {
	return this.__zoom || identity$2;
}
function defaultWheelDelta(event) {
	return -event.deltaY * (event.deltaMode === 1 ? .05 : event.deltaMode ? 1 : .002) * (event.ctrlKey ? 10 : 1);
}
function defaultTouchable$1() {
	return navigator.maxTouchPoints || "ontouchstart" in this;
}
function defaultConstrain(transform, extent, translateExtent) {
	var dx0 = transform.invertX(extent[0][0]) - translateExtent[0][0], dx1 = transform.invertX(extent[1][0]) - translateExtent[1][0], dy0 = transform.invertY(extent[0][1]) - translateExtent[0][1], dy1 = transform.invertY(extent[1][1]) - translateExtent[1][1];
	return transform.translate(dx1 > dx0 ? (dx0 + dx1) / 2 : Math.min(0, dx0) || Math.max(0, dx1), dy1 > dy0 ? (dy0 + dy1) / 2 : Math.min(0, dy0) || Math.max(0, dy1));
}
function zoom_default() {
	var filter = defaultFilter$1, extent = defaultExtent$1, constrain = defaultConstrain, wheelDelta = defaultWheelDelta, touchable = defaultTouchable$1, scaleExtent = [0, 1e400], translateExtent = [[-1e400, -1e400], [1e400, 1e400]], duration = 250, interpolate = zoom, listeners = dispatch("start", "zoom", "end"), touchstarting, touchfirst, touchending, touchDelay = 500, wheelDelay = 150, clickDistance2 = 0, tapDistance = 10;
	function zoom$1(selection) {
		selection.property("__zoom", defaultTransform).on("wheel.zoom", wheeled, { passive: false }).on("mousedown.zoom", mousedowned).on("dblclick.zoom", dblclicked).filter(touchable).on("touchstart.zoom", touchstarted).on("touchmove.zoom", touchmoved).on("touchend.zoom touchcancel.zoom", touchended).style("-webkit-tap-highlight-color", "rgba(0,0,0,0)");
	}
	zoom$1.transform = function(collection, transform, point, event) {
		var selection = collection.selection ? collection.selection() : collection;
		selection.property("__zoom", defaultTransform);
		if (collection !== selection) schedule(collection, transform, point, event);
		else selection.interrupt().each(function() {
			gesture(this, arguments).event(event).start().zoom(null, typeof transform === "function" ? transform.apply(this, arguments) : transform).end();
		});
	};
	zoom$1.scaleBy = function(selection, k, p, event) {
		zoom$1.scaleTo(selection, function() {
			return this.__zoom.k * (typeof k === "function" ? k.apply(this, arguments) : k);
		}, p, event);
	};
	zoom$1.scaleTo = function(selection, k, p, event) {
		zoom$1.transform(selection, function() {
			var e = extent.apply(this, arguments), t0 = this.__zoom, p0 = p == null ? centroid(e) : typeof p === "function" ? p.apply(this, arguments) : p, p1 = t0.invert(p0), k1 = typeof k === "function" ? k.apply(this, arguments) : k;
			return constrain(translate(scale(t0, k1), p0, p1), e, translateExtent);
		}, p, event);
	};
	zoom$1.translateBy = function(selection, x, y, event) {
		zoom$1.transform(selection, function() {
			return constrain(this.__zoom.translate(typeof x === "function" ? x.apply(this, arguments) : x, typeof y === "function" ? y.apply(this, arguments) : y), extent.apply(this, arguments), translateExtent);
		}, null, event);
	};
	zoom$1.translateTo = function(selection, x, y, p, event) {
		zoom$1.transform(selection, function() {
			var e = extent.apply(this, arguments), t = this.__zoom, p0 = p == null ? centroid(e) : typeof p === "function" ? p.apply(this, arguments) : p;
			return constrain(identity$2.translate(p0[0], p0[1]).scale(t.k).translate(typeof x === "function" ? -x.apply(this, arguments) : -x, typeof y === "function" ? -y.apply(this, arguments) : -y), e, translateExtent);
		}, p, event);
	};
	function scale(transform, k) {
		k = Math.max(scaleExtent[0], Math.min(scaleExtent[1], k));
		return k === transform.k ? transform : new Transform(k, transform.x, transform.y);
	}
	function translate(transform, p0, p1) {
		var x = p0[0] - p1[0] * transform.k, y = p0[1] - p1[1] * transform.k;
		return x === transform.x && y === transform.y ? transform : new Transform(transform.k, x, y);
	}
	function centroid(extent) {
		return [(+extent[0][0] + +extent[1][0]) / 2, (+extent[0][1] + +extent[1][1]) / 2];
	}
	function schedule(transition, transform, point, event) {
		transition.on("start.zoom", function() {
			gesture(this, arguments).event(event).start();
		}).on("interrupt.zoom end.zoom", function() {
			gesture(this, arguments).event(event).end();
		}).tween("zoom", function() {
			var that = this, args = arguments, g = gesture(that, args).event(event), e = extent.apply(that, args), p = point == null ? centroid(e) : typeof point === "function" ? point.apply(that, args) : point, w = Math.max(e[1][0] - e[0][0], e[1][1] - e[0][1]), a = that.__zoom, b = typeof transform === "function" ? transform.apply(that, args) : transform, i = interpolate(a.invert(p).concat(w / a.k), b.invert(p).concat(w / b.k));
			return function(t) {
				if (t === 1) t = b;
				else {
					var l = i(t), k = w / l[2];
					t = new Transform(k, p[0] - l[0] * k, p[1] - l[1] * k);
				}
				g.zoom(null, t);
			};
		});
	}
	function gesture(that, args, clean) {
		return !clean && that.__zooming || new Gesture(that, args);
	}
	function Gesture(that, args) {
		this.that = that;
		this.args = args;
		this.active = 0;
		this.sourceEvent = null;
		this.extent = extent.apply(that, args);
		this.taps = 0;
	}
	Gesture.prototype = {
		event: function(event) {
			if (event) this.sourceEvent = event;
			return this;
		},
		start: function() {
			if (++this.active === 1) {
				this.that.__zooming = this;
				this.emit("start");
			}
			return this;
		},
		zoom: function(key, transform) {
			if (this.mouse && key !== "mouse") this.mouse[1] = transform.invert(this.mouse[0]);
			if (this.touch0 && key !== "touch") this.touch0[1] = transform.invert(this.touch0[0]);
			if (this.touch1 && key !== "touch") this.touch1[1] = transform.invert(this.touch1[0]);
			this.that.__zoom = transform;
			this.emit("zoom");
			return this;
		},
		end: function() {
			if (--this.active === 0) {
				delete this.that.__zooming;
				this.emit("end");
			}
			return this;
		},
		emit: function(type) {
			var d = select_default(this.that).datum();
			listeners.call(type, this.that, new ZoomEvent(type, {
				sourceEvent: this.sourceEvent,
				target: zoom$1,
				type,
				transform: this.that.__zoom,
				dispatch: listeners
			}), d);
		}
	};
	function wheeled(event, ...args) {
		if (!filter.apply(this, arguments)) return;
		var g = gesture(this, args).event(event), t = this.__zoom, k = Math.max(scaleExtent[0], Math.min(scaleExtent[1], t.k * Math.pow(2, wheelDelta.apply(this, arguments)))), p = pointer_default(event);
		if (g.wheel) {
			if (g.mouse[0][0] !== p[0] || g.mouse[0][1] !== p[1]) g.mouse[1] = t.invert(g.mouse[0] = p);
			clearTimeout(g.wheel);
		} else if (t.k === k) return;
		else {
			g.mouse = [p, t.invert(p)];
			interrupt(this);
			g.start();
		}
		noevent_default$1(event);
		g.wheel = setTimeout(wheelidled, wheelDelay);
		g.zoom("mouse", constrain(translate(scale(t, k), g.mouse[0], g.mouse[1]), g.extent, translateExtent));
		function wheelidled() {
			g.wheel = null;
			g.end();
		}
	}
	function mousedowned(event, ...args) {
		if (touchending || !filter.apply(this, arguments)) return;
		var currentTarget = event.currentTarget, g = gesture(this, args, true).event(event), v = select_default(event.view).on("mousemove.zoom", mousemoved, true).on("mouseup.zoom", mouseupped, true), p = pointer_default(event, currentTarget), x0 = event.clientX, y0 = event.clientY;
		nodrag(event.view);
		nopropagation$1(event);
		g.mouse = [p, this.__zoom.invert(p)];
		interrupt(this);
		g.start();
		function mousemoved(event) {
			noevent_default$1(event);
			if (!g.moved) {
				var dx = event.clientX - x0, dy = event.clientY - y0;
				g.moved = dx * dx + dy * dy > clickDistance2;
			}
			g.event(event).zoom("mouse", constrain(translate(g.that.__zoom, g.mouse[0] = pointer_default(event, currentTarget), g.mouse[1]), g.extent, translateExtent));
		}
		function mouseupped(event) {
			v.on("mousemove.zoom mouseup.zoom", null);
			yesdrag(event.view, g.moved);
			noevent_default$1(event);
			g.event(event).end();
		}
	}
	function dblclicked(event, ...args) {
		if (!filter.apply(this, arguments)) return;
		var t0 = this.__zoom, p0 = pointer_default(event.changedTouches ? event.changedTouches[0] : event, this), p1 = t0.invert(p0), k1 = t0.k * (event.shiftKey ? .5 : 2), t1 = constrain(translate(scale(t0, k1), p0, p1), extent.apply(this, args), translateExtent);
		noevent_default$1(event);
		if (duration > 0) select_default(this).transition().duration(duration).call(schedule, t1, p0, event);
		else select_default(this).call(zoom$1.transform, t1, p0, event);
	}
	function touchstarted(event, ...args) {
		if (!filter.apply(this, arguments)) return;
		var touches = event.touches, n = touches.length, g = gesture(this, args, event.changedTouches.length === n).event(event), started, i, t, p;
		nopropagation$1(event);
		for (i = 0; i < n; ++i) {
			t = touches[i], p = pointer_default(t, this);
			p = [
				p,
				this.__zoom.invert(p),
				t.identifier
			];
			if (!g.touch0) g.touch0 = p, started = true, g.taps = 1 + !!touchstarting;
			else if (!g.touch1 && g.touch0[2] !== p[2]) g.touch1 = p, g.taps = 0;
		}
		if (touchstarting) touchstarting = clearTimeout(touchstarting);
		if (started) {
			if (g.taps < 2) touchfirst = p[0], touchstarting = setTimeout(function() {
				touchstarting = null;
			}, touchDelay);
			interrupt(this);
			g.start();
		}
	}
	function touchmoved(event, ...args) {
		if (!this.__zooming) return;
		var g = gesture(this, args).event(event), touches = event.changedTouches, n = touches.length, i, t, p, l;
		noevent_default$1(event);
		for (i = 0; i < n; ++i) {
			t = touches[i], p = pointer_default(t, this);
			if (g.touch0 && g.touch0[2] === t.identifier) g.touch0[0] = p;
			else if (g.touch1 && g.touch1[2] === t.identifier) g.touch1[0] = p;
		}
		t = g.that.__zoom;
		if (g.touch1) {
			var p0 = g.touch0[0], l0 = g.touch0[1], p1 = g.touch1[0], l1 = g.touch1[1], dp = (dp = p1[0] - p0[0]) * dp + (dp = p1[1] - p0[1]) * dp, dl = (dl = l1[0] - l0[0]) * dl + (dl = l1[1] - l0[1]) * dl;
			t = scale(t, Math.sqrt(dp / dl));
			p = [(p0[0] + p1[0]) / 2, (p0[1] + p1[1]) / 2];
			l = [(l0[0] + l1[0]) / 2, (l0[1] + l1[1]) / 2];
		} else if (g.touch0) p = g.touch0[0], l = g.touch0[1];
		else return;
		g.zoom("touch", constrain(translate(t, p, l), g.extent, translateExtent));
	}
	function touchended(event, ...args) {
		if (!this.__zooming) return;
		var g = gesture(this, args).event(event), touches = event.changedTouches, n = touches.length, i, t;
		nopropagation$1(event);
		if (touchending) clearTimeout(touchending);
		touchending = setTimeout(function() {
			touchending = null;
		}, touchDelay);
		for (i = 0; i < n; ++i) {
			t = touches[i];
			if (g.touch0 && g.touch0[2] === t.identifier) delete g.touch0;
			else if (g.touch1 && g.touch1[2] === t.identifier) delete g.touch1;
		}
		if (g.touch1 && !g.touch0) g.touch0 = g.touch1, delete g.touch1;
		if (g.touch0) g.touch0[1] = this.__zoom.invert(g.touch0[0]);
		else {
			g.end();
			if (g.taps === 2) {
				t = pointer_default(t, this);
				if (Math.hypot(touchfirst[0] - t[0], touchfirst[1] - t[1]) < tapDistance) {
					var p = select_default(this).on("dblclick.zoom");
					if (p) p.apply(this, arguments);
				}
			}
		}
	}
	zoom$1.wheelDelta = function(_) {
		return arguments.length ? (wheelDelta = typeof _ === "function" ? _ : constant_default$1(+_), zoom$1) : wheelDelta;
	};
	zoom$1.filter = function(_) {
		return arguments.length ? (filter = typeof _ === "function" ? _ : constant_default$1(!!_), zoom$1) : filter;
	};
	zoom$1.touchable = function(_) {
		return arguments.length ? (touchable = typeof _ === "function" ? _ : constant_default$1(!!_), zoom$1) : touchable;
	};
	zoom$1.extent = function(_) {
		return arguments.length ? (extent = typeof _ === "function" ? _ : constant_default$1([[+_[0][0], +_[0][1]], [+_[1][0], +_[1][1]]]), zoom$1) : extent;
	};
	zoom$1.scaleExtent = function(_) {
		return arguments.length ? (scaleExtent[0] = +_[0], scaleExtent[1] = +_[1], zoom$1) : [scaleExtent[0], scaleExtent[1]];
	};
	zoom$1.translateExtent = function(_) {
		return arguments.length ? (translateExtent[0][0] = +_[0][0], translateExtent[1][0] = +_[1][0], translateExtent[0][1] = +_[0][1], translateExtent[1][1] = +_[1][1], zoom$1) : [[translateExtent[0][0], translateExtent[0][1]], [translateExtent[1][0], translateExtent[1][1]]];
	};
	zoom$1.constrain = function(_) {
		return arguments.length ? (constrain = _, zoom$1) : constrain;
	};
	zoom$1.duration = function(_) {
		return arguments.length ? (duration = +_, zoom$1) : duration;
	};
	zoom$1.interpolate = function(_) {
		return arguments.length ? (interpolate = _, zoom$1) : interpolate;
	};
	zoom$1.on = function() {
		var value = listeners.on.apply(listeners, arguments);
		return value === listeners ? zoom$1 : value;
	};
	zoom$1.clickDistance = function(_) {
		return arguments.length ? (clickDistance2 = (_ = +_) * _, zoom$1) : Math.sqrt(clickDistance2);
	};
	zoom$1.tapDistance = function(_) {
		return arguments.length ? (tapDistance = +_, zoom$1) : tapDistance;
	};
	return zoom$1;
}
// src/geo/earth.ts
/** The size of the Earth. */
/** The mean radius (IUGG): that of the sphere for distances. */
const EARTH_RADIUS_KM = 6371.0088;
// src/geo/great-circle.ts
/** Distances, directions and circles on a sphere of the Earth's mean radius: accurate to half a percent. */
const RADIANS$1 = Math.PI / 180;
function distanceKm([fromX, fromY], [toX, toY]) {
	const [south, north] = [fromY * RADIANS$1, toY * RADIANS$1];
	const [halfY, halfX] = [(north - south) / 2, (toX - fromX) * RADIANS$1 / 2];
	const chord = Math.sin(halfY) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(halfX) ** 2;
	return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
// node_modules/d3-array/dist/d3-array.mjs
function ascending(a, b) {
	return a == null || b == null ? NaN : a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
}
function descending(a, b) {
	return a == null || b == null ? NaN : b < a ? -1 : b > a ? 1 : b >= a ? 0 : NaN;
}
function bisector(f) {
	let compare1, compare2, delta;
	if (f.length !== 2) {
		compare1 = ascending;
		compare2 = (d, x) => ascending(f(d), x);
		delta = (d, x) => f(d) - x;
	} else {
		compare1 = f === ascending || f === descending ? f : zero;
		compare2 = f;
		delta = f;
	}
	function left(a, x, lo = 0, hi = a.length) {
		if (lo < hi) {
			if (compare1(x, x) !== 0) return hi;
			do {
				const mid = lo + hi >>> 1;
				if (compare2(a[mid], x) < 0) lo = mid + 1;
				else hi = mid;
			} while (lo < hi);
		}
		return lo;
	}
	function right(a, x, lo = 0, hi = a.length) {
		if (lo < hi) {
			if (compare1(x, x) !== 0) return hi;
			do {
				const mid = lo + hi >>> 1;
				if (compare2(a[mid], x) <= 0) lo = mid + 1;
				else hi = mid;
			} while (lo < hi);
		}
		return lo;
	}
	function center(a, x, lo = 0, hi = a.length) {
		const i = left(a, x, lo, hi - 1);
		return i > lo && delta(a[i - 1], x) > -delta(a[i], x) ? i - 1 : i;
	}
	return {
		left,
		center,
		right
	};
}
function zero() {
	return 0;
}
function number(x) {
	return x === null ? NaN : +x;
}
const ascendingBisect = bisector(ascending);
ascendingBisect.right;
ascendingBisect.left;
bisector(number).center;
var Adder = class {
	constructor() {
		this._partials = /* @__PURE__ */ new Float64Array(32);
		this._n = 0;
	}
	add(x) {
		const p = this._partials;
		let i = 0;
		for (let j = 0; j < this._n && j < 32; j++) {
			const y = p[j], hi = x + y, lo = Math.abs(x) < Math.abs(y) ? x - (hi - y) : y - (hi - x);
			if (lo) p[i++] = lo;
			x = hi;
		}
		p[i] = x;
		this._n = i + 1;
		return this;
	}
	valueOf() {
		const p = this._partials;
		let n = this._n, x, y, lo, hi = 0;
		if (n > 0) {
			hi = p[--n];
			while (n > 0) {
				x = hi;
				y = p[--n];
				hi = x + y;
				lo = y - (hi - x);
				if (lo) break;
			}
			if (n > 0 && (lo < 0 && p[n - 1] < 0 || lo > 0 && p[n - 1] > 0)) {
				y = lo * 2;
				x = hi + y;
				if (y == x - hi) hi = x;
			}
		}
		return hi;
	}
};
Array.prototype.slice;
function* flatten(arrays) {
	for (const array of arrays) yield* array;
}
function merge(arrays) {
	return Array.from(flatten(arrays));
}
function range(start, stop, step) {
	start = +start, stop = +stop, step = (n = arguments.length) < 2 ? (stop = start, start = 0, 1) : n < 3 ? 1 : +step;
	var i = -1, n = Math.max(0, Math.ceil((stop - start) / step)) | 0, range = new Array(n);
	while (++i < n) range[i] = start + i * step;
	return range;
}
// node_modules/d3-geo/dist/d3-geo.mjs
var epsilon = 1e-6;
var epsilon2 = 1e-12;
var pi = Math.PI;
var halfPi = pi / 2;
var quarterPi = pi / 4;
var tau = pi * 2;
var degrees = 180 / pi;
var radians = pi / 180;
var abs$1 = Math.abs;
var atan = Math.atan;
var atan2 = Math.atan2;
var cos = Math.cos;
var ceil = Math.ceil;
var exp = Math.exp;
var log = Math.log;
var sin = Math.sin;
var sign = Math.sign || function(x) {
	return x > 0 ? 1 : x < 0 ? -1 : 0;
};
var sqrt = Math.sqrt;
var tan = Math.tan;
function acos(x) {
	return x > 1 ? 0 : x < -1 ? pi : Math.acos(x);
}
function asin(x) {
	return x > 1 ? halfPi : x < -1 ? -halfPi : Math.asin(x);
}
function noop() {}
function streamGeometry(geometry, stream) {
	if (geometry && streamGeometryType.hasOwnProperty(geometry.type)) streamGeometryType[geometry.type](geometry, stream);
}
var streamObjectType = {
	Feature: function(object, stream) {
		streamGeometry(object.geometry, stream);
	},
	FeatureCollection: function(object, stream) {
		var features = object.features, i = -1, n = features.length;
		while (++i < n) streamGeometry(features[i].geometry, stream);
	}
};
var streamGeometryType = {
	Sphere: function(object, stream) {
		stream.sphere();
	},
	Point: function(object, stream) {
		object = object.coordinates;
		stream.point(object[0], object[1], object[2]);
	},
	MultiPoint: function(object, stream) {
		var coordinates = object.coordinates, i = -1, n = coordinates.length;
		while (++i < n) object = coordinates[i], stream.point(object[0], object[1], object[2]);
	},
	LineString: function(object, stream) {
		streamLine(object.coordinates, stream, 0);
	},
	MultiLineString: function(object, stream) {
		var coordinates = object.coordinates, i = -1, n = coordinates.length;
		while (++i < n) streamLine(coordinates[i], stream, 0);
	},
	Polygon: function(object, stream) {
		streamPolygon(object.coordinates, stream);
	},
	MultiPolygon: function(object, stream) {
		var coordinates = object.coordinates, i = -1, n = coordinates.length;
		while (++i < n) streamPolygon(coordinates[i], stream);
	},
	GeometryCollection: function(object, stream) {
		var geometries = object.geometries, i = -1, n = geometries.length;
		while (++i < n) streamGeometry(geometries[i], stream);
	}
};
function streamLine(coordinates, stream, closed) {
	var i = -1, n = coordinates.length - closed, coordinate;
	stream.lineStart();
	while (++i < n) coordinate = coordinates[i], stream.point(coordinate[0], coordinate[1], coordinate[2]);
	stream.lineEnd();
}
function streamPolygon(coordinates, stream) {
	var i = -1, n = coordinates.length;
	stream.polygonStart();
	while (++i < n) streamLine(coordinates[i], stream, 1);
	stream.polygonEnd();
}
function geoStream(object, stream) {
	if (object && streamObjectType.hasOwnProperty(object.type)) streamObjectType[object.type](object, stream);
	else streamGeometry(object, stream);
}
new Adder();
new Adder();
function spherical(cartesian) {
	return [atan2(cartesian[1], cartesian[0]), asin(cartesian[2])];
}
function cartesian(spherical) {
	var lambda = spherical[0], phi = spherical[1], cosPhi = cos(phi);
	return [
		cosPhi * cos(lambda),
		cosPhi * sin(lambda),
		sin(phi)
	];
}
function cartesianDot(a, b) {
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
function cartesianCross(a, b) {
	return [
		a[1] * b[2] - a[2] * b[1],
		a[2] * b[0] - a[0] * b[2],
		a[0] * b[1] - a[1] * b[0]
	];
}
function cartesianAddInPlace(a, b) {
	a[0] += b[0], a[1] += b[1], a[2] += b[2];
}
function cartesianScale(vector, k) {
	return [
		vector[0] * k,
		vector[1] * k,
		vector[2] * k
	];
}
function cartesianNormalizeInPlace(d) {
	var l = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
	d[0] /= l, d[1] /= l, d[2] /= l;
}
function compose(a, b) {
	function compose(x, y) {
		return x = a(x, y), b(x[0], x[1]);
	}
	if (a.invert && b.invert) compose.invert = function(x, y) {
		return x = b.invert(x, y), x && a.invert(x[0], x[1]);
	};
	return compose;
}
function rotationIdentity(lambda, phi) {
	if (abs$1(lambda) > pi) lambda -= Math.round(lambda / tau) * tau;
	return [lambda, phi];
}
rotationIdentity.invert = rotationIdentity;
function rotateRadians(deltaLambda, deltaPhi, deltaGamma) {
	return (deltaLambda %= tau) ? deltaPhi || deltaGamma ? compose(rotationLambda(deltaLambda), rotationPhiGamma(deltaPhi, deltaGamma)) : rotationLambda(deltaLambda) : deltaPhi || deltaGamma ? rotationPhiGamma(deltaPhi, deltaGamma) : rotationIdentity;
}
function forwardRotationLambda(deltaLambda) {
	return function(lambda, phi) {
		lambda += deltaLambda;
		if (abs$1(lambda) > pi) lambda -= Math.round(lambda / tau) * tau;
		return [lambda, phi];
	};
}
function rotationLambda(deltaLambda) {
	var rotation = forwardRotationLambda(deltaLambda);
	rotation.invert = forwardRotationLambda(-deltaLambda);
	return rotation;
}
function rotationPhiGamma(deltaPhi, deltaGamma) {
	var cosDeltaPhi = cos(deltaPhi), sinDeltaPhi = sin(deltaPhi), cosDeltaGamma = cos(deltaGamma), sinDeltaGamma = sin(deltaGamma);
	function rotation(lambda, phi) {
		var cosPhi = cos(phi), x = cos(lambda) * cosPhi, y = sin(lambda) * cosPhi, z = sin(phi), k = z * cosDeltaPhi + x * sinDeltaPhi;
		return [atan2(y * cosDeltaGamma - k * sinDeltaGamma, x * cosDeltaPhi - z * sinDeltaPhi), asin(k * cosDeltaGamma + y * sinDeltaGamma)];
	}
	rotation.invert = function(lambda, phi) {
		var cosPhi = cos(phi), x = cos(lambda) * cosPhi, y = sin(lambda) * cosPhi, z = sin(phi), k = z * cosDeltaGamma - y * sinDeltaGamma;
		return [atan2(y * cosDeltaGamma + z * sinDeltaGamma, x * cosDeltaPhi + k * sinDeltaPhi), asin(k * cosDeltaPhi - x * sinDeltaPhi)];
	};
	return rotation;
}
function rotation(rotate) {
	rotate = rotateRadians(rotate[0] * radians, rotate[1] * radians, rotate.length > 2 ? rotate[2] * radians : 0);
	function forward(coordinates) {
		coordinates = rotate(coordinates[0] * radians, coordinates[1] * radians);
		return coordinates[0] *= degrees, coordinates[1] *= degrees, coordinates;
	}
	forward.invert = function(coordinates) {
		coordinates = rotate.invert(coordinates[0] * radians, coordinates[1] * radians);
		return coordinates[0] *= degrees, coordinates[1] *= degrees, coordinates;
	};
	return forward;
}
function circleStream(stream, radius, delta, direction, t0, t1) {
	if (!delta) return;
	var cosRadius = cos(radius), sinRadius = sin(radius), step = direction * delta;
	if (t0 == null) {
		t0 = radius + direction * tau;
		t1 = radius - step / 2;
	} else {
		t0 = circleRadius(cosRadius, t0);
		t1 = circleRadius(cosRadius, t1);
		if (direction > 0 ? t0 < t1 : t0 > t1) t0 += direction * tau;
	}
	for (var point, t = t0; direction > 0 ? t > t1 : t < t1; t -= step) {
		point = spherical([
			cosRadius,
			-sinRadius * cos(t),
			-sinRadius * sin(t)
		]);
		stream.point(point[0], point[1]);
	}
}
function circleRadius(cosRadius, point) {
	point = cartesian(point), point[0] -= cosRadius;
	cartesianNormalizeInPlace(point);
	var radius = acos(-point[1]);
	return ((-point[2] < 0 ? -radius : radius) + tau - epsilon) % tau;
}
function clipBuffer() {
	var lines = [], line;
	return {
		point: function(x, y, m) {
			line.push([
				x,
				y,
				m
			]);
		},
		lineStart: function() {
			lines.push(line = []);
		},
		lineEnd: noop,
		rejoin: function() {
			if (lines.length > 1) lines.push(lines.pop().concat(lines.shift()));
		},
		result: function() {
			var result = lines;
			lines = [];
			line = null;
			return result;
		}
	};
}
function pointEqual(a, b) {
	return abs$1(a[0] - b[0]) < epsilon && abs$1(a[1] - b[1]) < epsilon;
}
function Intersection(point, points, other, entry) {
	this.x = point;
	this.z = points;
	this.o = other;
	this.e = entry;
	this.v = false;
	this.n = this.p = null;
}
function clipRejoin(segments, compareIntersection, startInside, interpolate, stream) {
	var subject = [], clip = [], i, n;
	segments.forEach(function(segment) {
		if ((n = segment.length - 1) <= 0) return;
		var n, p0 = segment[0], p1 = segment[n], x;
		if (pointEqual(p0, p1)) {
			if (!p0[2] && !p1[2]) {
				stream.lineStart();
				for (i = 0; i < n; ++i) stream.point((p0 = segment[i])[0], p0[1]);
				stream.lineEnd();
				return;
			}
			p1[0] += 2 * epsilon;
		}
		subject.push(x = new Intersection(p0, segment, null, true));
		clip.push(x.o = new Intersection(p0, null, x, false));
		subject.push(x = new Intersection(p1, segment, null, false));
		clip.push(x.o = new Intersection(p1, null, x, true));
	});
	if (!subject.length) return;
	clip.sort(compareIntersection);
	link(subject);
	link(clip);
	for (i = 0, n = clip.length; i < n; ++i) clip[i].e = startInside = !startInside;
	var start = subject[0], points, point;
	while (1) {
		var current = start, isSubject = true;
		while (current.v) if ((current = current.n) === start) return;
		points = current.z;
		stream.lineStart();
		do {
			current.v = current.o.v = true;
			if (current.e) {
				if (isSubject) for (i = 0, n = points.length; i < n; ++i) stream.point((point = points[i])[0], point[1]);
				else interpolate(current.x, current.n.x, 1, stream);
				current = current.n;
			} else {
				if (isSubject) {
					points = current.p.z;
					for (i = points.length - 1; i >= 0; --i) stream.point((point = points[i])[0], point[1]);
				} else interpolate(current.x, current.p.x, -1, stream);
				current = current.p;
			}
			current = current.o;
			points = current.z;
			isSubject = !isSubject;
		} while (!current.v);
		stream.lineEnd();
	}
}
function link(array) {
	if (!(n = array.length)) return;
	var n, i = 0, a = array[0], b;
	while (++i < n) {
		a.n = b = array[i];
		b.p = a;
		a = b;
	}
	a.n = b = array[0];
	b.p = a;
}
function longitude(point) {
	return abs$1(point[0]) <= pi ? point[0] : sign(point[0]) * ((abs$1(point[0]) + pi) % tau - pi);
}
function polygonContains(polygon, point) {
	var lambda = longitude(point), phi = point[1], sinPhi = sin(phi), normal = [
		sin(lambda),
		-cos(lambda),
		0
	], angle = 0, winding = 0;
	var sum = new Adder();
	if (sinPhi === 1) phi = halfPi + epsilon;
	else if (sinPhi === -1) phi = -halfPi - epsilon;
	for (var i = 0, n = polygon.length; i < n; ++i) {
		if (!(m = (ring = polygon[i]).length)) continue;
		var ring, m, point0 = ring[m - 1], lambda0 = longitude(point0), phi0 = point0[1] / 2 + quarterPi, sinPhi0 = sin(phi0), cosPhi0 = cos(phi0);
		for (var j = 0; j < m; ++j, lambda0 = lambda1, sinPhi0 = sinPhi1, cosPhi0 = cosPhi1, point0 = point1) {
			var point1 = ring[j], lambda1 = longitude(point1), phi1 = point1[1] / 2 + quarterPi, sinPhi1 = sin(phi1), cosPhi1 = cos(phi1), delta = lambda1 - lambda0, sign = delta >= 0 ? 1 : -1, absDelta = sign * delta, antimeridian = absDelta > pi, k = sinPhi0 * sinPhi1;
			sum.add(atan2(k * sign * sin(absDelta), cosPhi0 * cosPhi1 + k * cos(absDelta)));
			angle += antimeridian ? delta + sign * tau : delta;
			if (antimeridian ^ lambda0 >= lambda ^ lambda1 >= lambda) {
				var arc = cartesianCross(cartesian(point0), cartesian(point1));
				cartesianNormalizeInPlace(arc);
				var intersection = cartesianCross(normal, arc);
				cartesianNormalizeInPlace(intersection);
				var phiArc = (antimeridian ^ delta >= 0 ? -1 : 1) * asin(intersection[2]);
				if (phi > phiArc || phi === phiArc && (arc[0] || arc[1])) winding += antimeridian ^ delta >= 0 ? 1 : -1;
			}
		}
	}
	return (angle < -epsilon || angle < epsilon && sum < -epsilon2) ^ winding & 1;
}
function clip(pointVisible, clipLine, interpolate, start) {
	return function(sink) {
		var line = clipLine(sink), ringBuffer = clipBuffer(), ringSink = clipLine(ringBuffer), polygonStarted = false, polygon, segments, ring;
		var clip = {
			point,
			lineStart,
			lineEnd,
			polygonStart: function() {
				clip.point = pointRing;
				clip.lineStart = ringStart;
				clip.lineEnd = ringEnd;
				segments = [];
				polygon = [];
			},
			polygonEnd: function() {
				clip.point = point;
				clip.lineStart = lineStart;
				clip.lineEnd = lineEnd;
				segments = merge(segments);
				var startInside = polygonContains(polygon, start);
				if (segments.length) {
					if (!polygonStarted) sink.polygonStart(), polygonStarted = true;
					clipRejoin(segments, compareIntersection, startInside, interpolate, sink);
				} else if (startInside) {
					if (!polygonStarted) sink.polygonStart(), polygonStarted = true;
					sink.lineStart();
					interpolate(null, null, 1, sink);
					sink.lineEnd();
				}
				if (polygonStarted) sink.polygonEnd(), polygonStarted = false;
				segments = polygon = null;
			},
			sphere: function() {
				sink.polygonStart();
				sink.lineStart();
				interpolate(null, null, 1, sink);
				sink.lineEnd();
				sink.polygonEnd();
			}
		};
		function point(lambda, phi) {
			if (pointVisible(lambda, phi)) sink.point(lambda, phi);
		}
		function pointLine(lambda, phi) {
			line.point(lambda, phi);
		}
		function lineStart() {
			clip.point = pointLine;
			line.lineStart();
		}
		function lineEnd() {
			clip.point = point;
			line.lineEnd();
		}
		function pointRing(lambda, phi) {
			ring.push([lambda, phi]);
			ringSink.point(lambda, phi);
		}
		function ringStart() {
			ringSink.lineStart();
			ring = [];
		}
		function ringEnd() {
			pointRing(ring[0][0], ring[0][1]);
			ringSink.lineEnd();
			var clean = ringSink.clean(), ringSegments = ringBuffer.result(), i, n = ringSegments.length, m, segment, point;
			ring.pop();
			polygon.push(ring);
			ring = null;
			if (!n) return;
			if (clean & 1) {
				segment = ringSegments[0];
				if ((m = segment.length - 1) > 0) {
					if (!polygonStarted) sink.polygonStart(), polygonStarted = true;
					sink.lineStart();
					for (i = 0; i < m; ++i) sink.point((point = segment[i])[0], point[1]);
					sink.lineEnd();
				}
				return;
			}
			if (n > 1 && clean & 2) ringSegments.push(ringSegments.pop().concat(ringSegments.shift()));
			segments.push(ringSegments.filter(validSegment));
		}
		return clip;
	};
}
function validSegment(segment) {
	return segment.length > 1;
}
function compareIntersection(a, b) {
	return ((a = a.x)[0] < 0 ? a[1] - halfPi - epsilon : halfPi - a[1]) - ((b = b.x)[0] < 0 ? b[1] - halfPi - epsilon : halfPi - b[1]);
}
var clipAntimeridian = clip(function() {
	return true;
}, clipAntimeridianLine, clipAntimeridianInterpolate, [-pi, -halfPi]);
function clipAntimeridianLine(stream) {
	var lambda0 = NaN, phi0 = NaN, sign0 = NaN, clean;
	return {
		lineStart: function() {
			stream.lineStart();
			clean = 1;
		},
		point: function(lambda1, phi1) {
			var sign1 = lambda1 > 0 ? pi : -pi, delta = abs$1(lambda1 - lambda0);
			if (abs$1(delta - pi) < epsilon) {
				stream.point(lambda0, phi0 = (phi0 + phi1) / 2 > 0 ? halfPi : -halfPi);
				stream.point(sign0, phi0);
				stream.lineEnd();
				stream.lineStart();
				stream.point(sign1, phi0);
				stream.point(lambda1, phi0);
				clean = 0;
			} else if (sign0 !== sign1 && delta >= pi) {
				if (abs$1(lambda0 - sign0) < epsilon) lambda0 -= sign0 * epsilon;
				if (abs$1(lambda1 - sign1) < epsilon) lambda1 -= sign1 * epsilon;
				phi0 = clipAntimeridianIntersect(lambda0, phi0, lambda1, phi1);
				stream.point(sign0, phi0);
				stream.lineEnd();
				stream.lineStart();
				stream.point(sign1, phi0);
				clean = 0;
			}
			stream.point(lambda0 = lambda1, phi0 = phi1);
			sign0 = sign1;
		},
		lineEnd: function() {
			stream.lineEnd();
			lambda0 = phi0 = NaN;
		},
		clean: function() {
			return 2 - clean;
		}
	};
}
function clipAntimeridianIntersect(lambda0, phi0, lambda1, phi1) {
	var cosPhi0, cosPhi1, sinLambda0Lambda1 = sin(lambda0 - lambda1);
	return abs$1(sinLambda0Lambda1) > epsilon ? atan((sin(phi0) * (cosPhi1 = cos(phi1)) * sin(lambda1) - sin(phi1) * (cosPhi0 = cos(phi0)) * sin(lambda0)) / (cosPhi0 * cosPhi1 * sinLambda0Lambda1)) : (phi0 + phi1) / 2;
}
function clipAntimeridianInterpolate(from, to, direction, stream) {
	var phi;
	if (from == null) {
		phi = direction * halfPi;
		stream.point(-pi, phi);
		stream.point(0, phi);
		stream.point(pi, phi);
		stream.point(pi, 0);
		stream.point(pi, -phi);
		stream.point(0, -phi);
		stream.point(-pi, -phi);
		stream.point(-pi, 0);
		stream.point(-pi, phi);
	} else if (abs$1(from[0] - to[0]) > epsilon) {
		var lambda = from[0] < to[0] ? pi : -pi;
		phi = direction * lambda / 2;
		stream.point(-lambda, phi);
		stream.point(0, phi);
		stream.point(lambda, phi);
	} else stream.point(to[0], to[1]);
}
function clipCircle(radius) {
	var cr = cos(radius), delta = 2 * radians, smallRadius = cr > 0, notHemisphere = abs$1(cr) > epsilon;
	function interpolate(from, to, direction, stream) {
		circleStream(stream, radius, delta, direction, from, to);
	}
	function visible(lambda, phi) {
		return cos(lambda) * cos(phi) > cr;
	}
	function clipLine(stream) {
		var point0, c0, v0, v00, clean;
		return {
			lineStart: function() {
				v00 = v0 = false;
				clean = 1;
			},
			point: function(lambda, phi) {
				var point1 = [lambda, phi], point2, v = visible(lambda, phi), c = smallRadius ? v ? 0 : code(lambda, phi) : v ? code(lambda + (lambda < 0 ? pi : -pi), phi) : 0;
				if (!point0 && (v00 = v0 = v)) stream.lineStart();
				if (v !== v0) {
					point2 = intersect(point0, point1);
					if (!point2 || pointEqual(point0, point2) || pointEqual(point1, point2)) point1[2] = 1;
				}
				if (v !== v0) {
					clean = 0;
					if (v) {
						stream.lineStart();
						point2 = intersect(point1, point0);
						stream.point(point2[0], point2[1]);
					} else {
						point2 = intersect(point0, point1);
						stream.point(point2[0], point2[1], 2);
						stream.lineEnd();
					}
					point0 = point2;
				} else if (notHemisphere && point0 && smallRadius ^ v) {
					var t;
					if (!(c & c0) && (t = intersect(point1, point0, true))) {
						clean = 0;
						if (smallRadius) {
							stream.lineStart();
							stream.point(t[0][0], t[0][1]);
							stream.point(t[1][0], t[1][1]);
							stream.lineEnd();
						} else {
							stream.point(t[1][0], t[1][1]);
							stream.lineEnd();
							stream.lineStart();
							stream.point(t[0][0], t[0][1], 3);
						}
					}
				}
				if (v && (!point0 || !pointEqual(point0, point1))) stream.point(point1[0], point1[1]);
				point0 = point1, v0 = v, c0 = c;
			},
			lineEnd: function() {
				if (v0) stream.lineEnd();
				point0 = null;
			},
			clean: function() {
				return clean | (v00 && v0) << 1;
			}
		};
	}
	function intersect(a, b, two) {
		var pa = cartesian(a), pb = cartesian(b);
		var n1 = [
			1,
			0,
			0
		], n2 = cartesianCross(pa, pb), n2n2 = cartesianDot(n2, n2), n1n2 = n2[0], determinant = n2n2 - n1n2 * n1n2;
		if (!determinant) return !two && a;
		var c1 = cr * n2n2 / determinant, c2 = -cr * n1n2 / determinant, n1xn2 = cartesianCross(n1, n2), A = cartesianScale(n1, c1);
		cartesianAddInPlace(A, cartesianScale(n2, c2));
		var u = n1xn2, w = cartesianDot(A, u), uu = cartesianDot(u, u), t2 = w * w - uu * (cartesianDot(A, A) - 1);
		if (t2 < 0) return;
		var t = sqrt(t2), q = cartesianScale(u, (-w - t) / uu);
		cartesianAddInPlace(q, A);
		q = spherical(q);
		if (!two) return q;
		var lambda0 = a[0], lambda1 = b[0], phi0 = a[1], phi1 = b[1], z;
		if (lambda1 < lambda0) z = lambda0, lambda0 = lambda1, lambda1 = z;
		var delta = lambda1 - lambda0, polar = abs$1(delta - pi) < epsilon, meridian = polar || delta < epsilon;
		if (!polar && phi1 < phi0) z = phi0, phi0 = phi1, phi1 = z;
		if (meridian ? polar ? phi0 + phi1 > 0 ^ q[1] < (abs$1(q[0] - lambda0) < epsilon ? phi0 : phi1) : phi0 <= q[1] && q[1] <= phi1 : delta > pi ^ (lambda0 <= q[0] && q[0] <= lambda1)) {
			var q1 = cartesianScale(u, (-w + t) / uu);
			cartesianAddInPlace(q1, A);
			return [q, spherical(q1)];
		}
	}
	function code(lambda, phi) {
		var r = smallRadius ? radius : pi - radius, code = 0;
		if (lambda < -r) code |= 1;
		else if (lambda > r) code |= 2;
		if (phi < -r) code |= 4;
		else if (phi > r) code |= 8;
		return code;
	}
	return clip(visible, clipLine, interpolate, smallRadius ? [0, -radius] : [-pi, radius - pi]);
}
function clipLine(a, b, x0, y0, x1, y1) {
	var ax = a[0], ay = a[1], bx = b[0], by = b[1], t0 = 0, t1 = 1, dx = bx - ax, dy = by - ay, r = x0 - ax;
	if (!dx && r > 0) return;
	r /= dx;
	if (dx < 0) {
		if (r < t0) return;
		if (r < t1) t1 = r;
	} else if (dx > 0) {
		if (r > t1) return;
		if (r > t0) t0 = r;
	}
	r = x1 - ax;
	if (!dx && r < 0) return;
	r /= dx;
	if (dx < 0) {
		if (r > t1) return;
		if (r > t0) t0 = r;
	} else if (dx > 0) {
		if (r < t0) return;
		if (r < t1) t1 = r;
	}
	r = y0 - ay;
	if (!dy && r > 0) return;
	r /= dy;
	if (dy < 0) {
		if (r < t0) return;
		if (r < t1) t1 = r;
	} else if (dy > 0) {
		if (r > t1) return;
		if (r > t0) t0 = r;
	}
	r = y1 - ay;
	if (!dy && r < 0) return;
	r /= dy;
	if (dy < 0) {
		if (r > t1) return;
		if (r > t0) t0 = r;
	} else if (dy > 0) {
		if (r < t0) return;
		if (r < t1) t1 = r;
	}
	if (t0 > 0) a[0] = ax + t0 * dx, a[1] = ay + t0 * dy;
	if (t1 < 1) b[0] = ax + t1 * dx, b[1] = ay + t1 * dy;
	return true;
}
var clipMax = 1e9;
var clipMin = -clipMax;
function clipRectangle(x0, y0, x1, y1) {
	function visible(x, y) {
		return x0 <= x && x <= x1 && y0 <= y && y <= y1;
	}
	function interpolate(from, to, direction, stream) {
		var a = 0, a1 = 0;
		if (from == null || (a = corner(from, direction)) !== (a1 = corner(to, direction)) || comparePoint(from, to) < 0 ^ direction > 0) do
			stream.point(a === 0 || a === 3 ? x0 : x1, a > 1 ? y1 : y0);
		while ((a = (a + direction + 4) % 4) !== a1);
		else stream.point(to[0], to[1]);
	}
	function corner(p, direction) {
		return abs$1(p[0] - x0) < epsilon ? direction > 0 ? 0 : 3 : abs$1(p[0] - x1) < epsilon ? direction > 0 ? 2 : 1 : abs$1(p[1] - y0) < epsilon ? direction > 0 ? 1 : 0 : direction > 0 ? 3 : 2;
	}
	function compareIntersection(a, b) {
		return comparePoint(a.x, b.x);
	}
	function comparePoint(a, b) {
		var ca = corner(a, 1), cb = corner(b, 1);
		return ca !== cb ? ca - cb : ca === 0 ? b[1] - a[1] : ca === 1 ? a[0] - b[0] : ca === 2 ? a[1] - b[1] : b[0] - a[0];
	}
	return function(stream) {
		var activeStream = stream, bufferStream = clipBuffer(), segments, polygon, ring, x__, y__, v__, x_, y_, v_, first, clean;
		var clipStream = {
			point,
			lineStart,
			lineEnd,
			polygonStart,
			polygonEnd
		};
		function point(x, y) {
			if (visible(x, y)) activeStream.point(x, y);
		}
		function polygonInside() {
			var winding = 0;
			for (var i = 0, n = polygon.length; i < n; ++i) for (var ring = polygon[i], j = 1, m = ring.length, point = ring[0], a0, a1, b0 = point[0], b1 = point[1]; j < m; ++j) {
				a0 = b0, a1 = b1, point = ring[j], b0 = point[0], b1 = point[1];
				if (a1 <= y1) {
					if (b1 > y1 && (b0 - a0) * (y1 - a1) > (b1 - a1) * (x0 - a0)) ++winding;
				} else if (b1 <= y1 && (b0 - a0) * (y1 - a1) < (b1 - a1) * (x0 - a0)) --winding;
			}
			return winding;
		}
		function polygonStart() {
			activeStream = bufferStream, segments = [], polygon = [], clean = true;
		}
		function polygonEnd() {
			var startInside = polygonInside(), cleanInside = clean && startInside, visible = (segments = merge(segments)).length;
			if (cleanInside || visible) {
				stream.polygonStart();
				if (cleanInside) {
					stream.lineStart();
					interpolate(null, null, 1, stream);
					stream.lineEnd();
				}
				if (visible) clipRejoin(segments, compareIntersection, startInside, interpolate, stream);
				stream.polygonEnd();
			}
			activeStream = stream, segments = polygon = ring = null;
		}
		function lineStart() {
			clipStream.point = linePoint;
			if (polygon) polygon.push(ring = []);
			first = true;
			v_ = false;
			x_ = y_ = NaN;
		}
		function lineEnd() {
			if (segments) {
				linePoint(x__, y__);
				if (v__ && v_) bufferStream.rejoin();
				segments.push(bufferStream.result());
			}
			clipStream.point = point;
			if (v_) activeStream.lineEnd();
		}
		function linePoint(x, y) {
			var v = visible(x, y);
			if (polygon) ring.push([x, y]);
			if (first) {
				x__ = x, y__ = y, v__ = v;
				first = false;
				if (v) {
					activeStream.lineStart();
					activeStream.point(x, y);
				}
			} else if (v && v_) activeStream.point(x, y);
			else {
				var a = [x_ = Math.max(clipMin, Math.min(clipMax, x_)), y_ = Math.max(clipMin, Math.min(clipMax, y_))], b = [x = Math.max(clipMin, Math.min(clipMax, x)), y = Math.max(clipMin, Math.min(clipMax, y))];
				if (clipLine(a, b, x0, y0, x1, y1)) {
					if (!v_) {
						activeStream.lineStart();
						activeStream.point(a[0], a[1]);
					}
					activeStream.point(b[0], b[1]);
					if (!v) activeStream.lineEnd();
					clean = false;
				} else if (v) {
					activeStream.lineStart();
					activeStream.point(x, y);
					clean = false;
				}
			}
			x_ = x, y_ = y, v_ = v;
		}
		return clipStream;
	};
}
function graticuleX(y0, y1, dy) {
	var y = range(y0, y1 - epsilon, dy).concat(y1);
	return function(x) {
		return y.map(function(y) {
			return [x, y];
		});
	};
}
function graticuleY(x0, x1, dx) {
	var x = range(x0, x1 - epsilon, dx).concat(x1);
	return function(y) {
		return x.map(function(x) {
			return [x, y];
		});
	};
}
function graticule() {
	var x1, x0, X1, X0, y1, y0, Y1, Y0, dx = 10, dy = dx, DX = 90, DY = 360, x, y, X, Y, precision = 2.5;
	function graticule() {
		return {
			type: "MultiLineString",
			coordinates: lines()
		};
	}
	function lines() {
		return range(ceil(X0 / DX) * DX, X1, DX).map(X).concat(range(ceil(Y0 / DY) * DY, Y1, DY).map(Y)).concat(range(ceil(x0 / dx) * dx, x1, dx).filter(function(x) {
			return abs$1(x % DX) > epsilon;
		}).map(x)).concat(range(ceil(y0 / dy) * dy, y1, dy).filter(function(y) {
			return abs$1(y % DY) > epsilon;
		}).map(y));
	}
	graticule.lines = function() {
		return lines().map(function(coordinates) {
			return {
				type: "LineString",
				coordinates
			};
		});
	};
	graticule.outline = function() {
		return {
			type: "Polygon",
			coordinates: [X(X0).concat(Y(Y1).slice(1), X(X1).reverse().slice(1), Y(Y0).reverse().slice(1))]
		};
	};
	graticule.extent = function(_) {
		if (!arguments.length) return graticule.extentMinor();
		return graticule.extentMajor(_).extentMinor(_);
	};
	graticule.extentMajor = function(_) {
		if (!arguments.length) return [[X0, Y0], [X1, Y1]];
		X0 = +_[0][0], X1 = +_[1][0];
		Y0 = +_[0][1], Y1 = +_[1][1];
		if (X0 > X1) _ = X0, X0 = X1, X1 = _;
		if (Y0 > Y1) _ = Y0, Y0 = Y1, Y1 = _;
		return graticule.precision(precision);
	};
	graticule.extentMinor = function(_) {
		if (!arguments.length) return [[x0, y0], [x1, y1]];
		x0 = +_[0][0], x1 = +_[1][0];
		y0 = +_[0][1], y1 = +_[1][1];
		if (x0 > x1) _ = x0, x0 = x1, x1 = _;
		if (y0 > y1) _ = y0, y0 = y1, y1 = _;
		return graticule.precision(precision);
	};
	graticule.step = function(_) {
		if (!arguments.length) return graticule.stepMinor();
		return graticule.stepMajor(_).stepMinor(_);
	};
	graticule.stepMajor = function(_) {
		if (!arguments.length) return [DX, DY];
		DX = +_[0], DY = +_[1];
		return graticule;
	};
	graticule.stepMinor = function(_) {
		if (!arguments.length) return [dx, dy];
		dx = +_[0], dy = +_[1];
		return graticule;
	};
	graticule.precision = function(_) {
		if (!arguments.length) return precision;
		precision = +_;
		x = graticuleX(y0, y1, 90);
		y = graticuleY(x0, x1, precision);
		X = graticuleX(Y0, Y1, 90);
		Y = graticuleY(X0, X1, precision);
		return graticule;
	};
	return graticule.extentMajor([[-180, -90 + epsilon], [180, 90 - epsilon]]).extentMinor([[-180, -80 - epsilon], [180, 80 + epsilon]]);
}
var identity$1 = (x) => x;
var areaSum = new Adder();
var areaRingSum = new Adder();
var x00$2;
var y00$2;
var x0$3;
var y0$3;
var areaStream = {
	point: noop,
	lineStart: noop,
	lineEnd: noop,
	polygonStart: function() {
		areaStream.lineStart = areaRingStart;
		areaStream.lineEnd = areaRingEnd;
	},
	polygonEnd: function() {
		areaStream.lineStart = areaStream.lineEnd = areaStream.point = noop;
		areaSum.add(abs$1(areaRingSum));
		areaRingSum = new Adder();
	},
	result: function() {
		var area = areaSum / 2;
		areaSum = new Adder();
		return area;
	}
};
function areaRingStart() {
	areaStream.point = areaPointFirst;
}
function areaPointFirst(x, y) {
	areaStream.point = areaPoint;
	x00$2 = x0$3 = x, y00$2 = y0$3 = y;
}
function areaPoint(x, y) {
	areaRingSum.add(y0$3 * x - x0$3 * y);
	x0$3 = x, y0$3 = y;
}
function areaRingEnd() {
	areaPoint(x00$2, y00$2);
}
var x0$2 = 1e400;
var y0$2 = x0$2;
var x1 = -x0$2;
var y1 = x1;
var boundsStream = {
	point: boundsPoint,
	lineStart: noop,
	lineEnd: noop,
	polygonStart: noop,
	polygonEnd: noop,
	result: function() {
		var bounds = [[x0$2, y0$2], [x1, y1]];
		x1 = y1 = -(y0$2 = x0$2 = 1e400);
		return bounds;
	}
};
function boundsPoint(x, y) {
	if (x < x0$2) x0$2 = x;
	if (x > x1) x1 = x;
	if (y < y0$2) y0$2 = y;
	if (y > y1) y1 = y;
}
var X0 = 0;
var Y0 = 0;
var Z0 = 0;
var X1 = 0;
var Y1 = 0;
var Z1 = 0;
var X2 = 0;
var Y2 = 0;
var Z2 = 0;
var x00$1;
var y00$1;
var x0$1;
var y0$1;
var centroidStream = {
	point: centroidPoint,
	lineStart: centroidLineStart,
	lineEnd: centroidLineEnd,
	polygonStart: function() {
		centroidStream.lineStart = centroidRingStart;
		centroidStream.lineEnd = centroidRingEnd;
	},
	polygonEnd: function() {
		centroidStream.point = centroidPoint;
		centroidStream.lineStart = centroidLineStart;
		centroidStream.lineEnd = centroidLineEnd;
	},
	result: function() {
		var centroid = Z2 ? [X2 / Z2, Y2 / Z2] : Z1 ? [X1 / Z1, Y1 / Z1] : Z0 ? [X0 / Z0, Y0 / Z0] : [NaN, NaN];
		X0 = Y0 = Z0 = X1 = Y1 = Z1 = X2 = Y2 = Z2 = 0;
		return centroid;
	}
};
function centroidPoint(x, y) {
	X0 += x;
	Y0 += y;
	++Z0;
}
function centroidLineStart() {
	centroidStream.point = centroidPointFirstLine;
}
function centroidPointFirstLine(x, y) {
	centroidStream.point = centroidPointLine;
	centroidPoint(x0$1 = x, y0$1 = y);
}
function centroidPointLine(x, y) {
	var dx = x - x0$1, dy = y - y0$1, z = sqrt(dx * dx + dy * dy);
	X1 += z * (x0$1 + x) / 2;
	Y1 += z * (y0$1 + y) / 2;
	Z1 += z;
	centroidPoint(x0$1 = x, y0$1 = y);
}
function centroidLineEnd() {
	centroidStream.point = centroidPoint;
}
function centroidRingStart() {
	centroidStream.point = centroidPointFirstRing;
}
function centroidRingEnd() {
	centroidPointRing(x00$1, y00$1);
}
function centroidPointFirstRing(x, y) {
	centroidStream.point = centroidPointRing;
	centroidPoint(x00$1 = x0$1 = x, y00$1 = y0$1 = y);
}
function centroidPointRing(x, y) {
	var dx = x - x0$1, dy = y - y0$1, z = sqrt(dx * dx + dy * dy);
	X1 += z * (x0$1 + x) / 2;
	Y1 += z * (y0$1 + y) / 2;
	Z1 += z;
	z = y0$1 * x - x0$1 * y;
	X2 += z * (x0$1 + x);
	Y2 += z * (y0$1 + y);
	Z2 += z * 3;
	centroidPoint(x0$1 = x, y0$1 = y);
}
function PathContext(context) {
	this._context = context;
}
PathContext.prototype = {
	_radius: 4.5,
	pointRadius: function(_) {
		return this._radius = _, this;
	},
	polygonStart: function() {
		this._line = 0;
	},
	polygonEnd: function() {
		this._line = NaN;
	},
	lineStart: function() {
		this._point = 0;
	},
	lineEnd: function() {
		if (this._line === 0) this._context.closePath();
		this._point = NaN;
	},
	point: function(x, y) {
		switch (this._point) {
			case 0:
				this._context.moveTo(x, y);
				this._point = 1;
				break;
			case 1:
				this._context.lineTo(x, y);
				break;
			default:
				this._context.moveTo(x + this._radius, y);
				this._context.arc(x, y, this._radius, 0, tau);
		}
	},
	result: noop
};
var lengthSum = new Adder();
var lengthRing;
var x00;
var y00;
var x0;
var y0;
var lengthStream = {
	point: noop,
	lineStart: function() {
		lengthStream.point = lengthPointFirst;
	},
	lineEnd: function() {
		if (lengthRing) lengthPoint(x00, y00);
		lengthStream.point = noop;
	},
	polygonStart: function() {
		lengthRing = true;
	},
	polygonEnd: function() {
		lengthRing = null;
	},
	result: function() {
		var length = +lengthSum;
		lengthSum = new Adder();
		return length;
	}
};
function lengthPointFirst(x, y) {
	lengthStream.point = lengthPoint;
	x00 = x0 = x, y00 = y0 = y;
}
function lengthPoint(x, y) {
	x0 -= x, y0 -= y;
	lengthSum.add(sqrt(x0 * x0 + y0 * y0));
	x0 = x, y0 = y;
}
let cacheDigits;
let cacheAppend;
let cacheRadius;
let cacheCircle;
var PathString = class {
	constructor(digits) {
		this._append = digits == null ? append : appendRound(digits);
		this._radius = 4.5;
		this._ = "";
	}
	pointRadius(_) {
		this._radius = +_;
		return this;
	}
	polygonStart() {
		this._line = 0;
	}
	polygonEnd() {
		this._line = NaN;
	}
	lineStart() {
		this._point = 0;
	}
	lineEnd() {
		if (this._line === 0) this._ += "Z";
		this._point = NaN;
	}
	point(x, y) {
		switch (this._point) {
			case 0:
				this._append\`M\${x},\${y}\`;
				this._point = 1;
				break;
			case 1:
				this._append\`L\${x},\${y}\`;
				break;
			default:
				this._append\`M\${x},\${y}\`;
				if (this._radius !== cacheRadius || this._append !== cacheAppend) {
					const r = this._radius;
					const s = this._;
					this._ = "";
					this._append\`m0,\${r}a\${r},\${r} 0 1,1 0,\${-2 * r}a\${r},\${r} 0 1,1 0,\${2 * r}z\`;
					cacheRadius = r;
					cacheAppend = this._append;
					cacheCircle = this._;
					this._ = s;
				}
				this._ += cacheCircle;
		}
	}
	result() {
		const result = this._;
		this._ = "";
		return result.length ? result : null;
	}
};
function append(strings) {
	let i = 1;
	this._ += strings[0];
	for (const j = strings.length; i < j; ++i) this._ += arguments[i] + strings[i];
}
function appendRound(digits) {
	const d = Math.floor(digits);
	if (!(d >= 0)) throw new RangeError(\`invalid digits: \${digits}\`);
	if (d > 15) return append;
	if (d !== cacheDigits) {
		const k = 10 ** d;
		cacheDigits = d;
		cacheAppend = function append(strings) {
			let i = 1;
			this._ += strings[0];
			for (const j = strings.length; i < j; ++i) this._ += Math.round(arguments[i] * k) / k + strings[i];
		};
	}
	return cacheAppend;
}
function index(projection, context) {
	let digits = 3, pointRadius = 4.5, projectionStream, contextStream;
	function path(object) {
		if (object) {
			if (typeof pointRadius === "function") contextStream.pointRadius(+pointRadius.apply(this, arguments));
			geoStream(object, projectionStream(contextStream));
		}
		return contextStream.result();
	}
	path.area = function(object) {
		geoStream(object, projectionStream(areaStream));
		return areaStream.result();
	};
	path.measure = function(object) {
		geoStream(object, projectionStream(lengthStream));
		return lengthStream.result();
	};
	path.bounds = function(object) {
		geoStream(object, projectionStream(boundsStream));
		return boundsStream.result();
	};
	path.centroid = function(object) {
		geoStream(object, projectionStream(centroidStream));
		return centroidStream.result();
	};
	path.projection = function(_) {
		if (!arguments.length) return projection;
		projectionStream = _ == null ? (projection = null, identity$1) : (projection = _).stream;
		return path;
	};
	path.context = function(_) {
		if (!arguments.length) return context;
		contextStream = _ == null ? (context = null, new PathString(digits)) : new PathContext(context = _);
		if (typeof pointRadius !== "function") contextStream.pointRadius(pointRadius);
		return path;
	};
	path.pointRadius = function(_) {
		if (!arguments.length) return pointRadius;
		pointRadius = typeof _ === "function" ? _ : (contextStream.pointRadius(+_), +_);
		return path;
	};
	path.digits = function(_) {
		if (!arguments.length) return digits;
		if (_ == null) digits = null;
		else {
			const d = Math.floor(_);
			if (!(d >= 0)) throw new RangeError(\`invalid digits: \${_}\`);
			digits = d;
		}
		if (context === null) contextStream = new PathString(digits);
		return path;
	};
	return path.projection(projection).digits(digits).context(context);
}
function transformer(methods) {
	return function(stream) {
		var s = new TransformStream();
		for (var key in methods) s[key] = methods[key];
		s.stream = stream;
		return s;
	};
}
function TransformStream() {}
TransformStream.prototype = {
	constructor: TransformStream,
	point: function(x, y) {
		this.stream.point(x, y);
	},
	sphere: function() {
		this.stream.sphere();
	},
	lineStart: function() {
		this.stream.lineStart();
	},
	lineEnd: function() {
		this.stream.lineEnd();
	},
	polygonStart: function() {
		this.stream.polygonStart();
	},
	polygonEnd: function() {
		this.stream.polygonEnd();
	}
};
function fit(projection, fitBounds, object) {
	var clip = projection.clipExtent && projection.clipExtent();
	projection.scale(150).translate([0, 0]);
	if (clip != null) projection.clipExtent(null);
	geoStream(object, projection.stream(boundsStream));
	fitBounds(boundsStream.result());
	if (clip != null) projection.clipExtent(clip);
	return projection;
}
function fitExtent(projection, extent, object) {
	return fit(projection, function(b) {
		var w = extent[1][0] - extent[0][0], h = extent[1][1] - extent[0][1], k = Math.min(w / (b[1][0] - b[0][0]), h / (b[1][1] - b[0][1])), x = +extent[0][0] + (w - k * (b[1][0] + b[0][0])) / 2, y = +extent[0][1] + (h - k * (b[1][1] + b[0][1])) / 2;
		projection.scale(150 * k).translate([x, y]);
	}, object);
}
function fitSize(projection, size, object) {
	return fitExtent(projection, [[0, 0], size], object);
}
function fitWidth(projection, width, object) {
	return fit(projection, function(b) {
		var w = +width, k = w / (b[1][0] - b[0][0]), x = (w - k * (b[1][0] + b[0][0])) / 2, y = -k * b[0][1];
		projection.scale(150 * k).translate([x, y]);
	}, object);
}
function fitHeight(projection, height, object) {
	return fit(projection, function(b) {
		var h = +height, k = h / (b[1][1] - b[0][1]), x = -k * b[0][0], y = (h - k * (b[1][1] + b[0][1])) / 2;
		projection.scale(150 * k).translate([x, y]);
	}, object);
}
var maxDepth = 16;
var cosMinDistance = cos(30 * radians);
function resample(project, delta2) {
	return +delta2 ? resample$1(project, delta2) : resampleNone(project);
}
function resampleNone(project) {
	return transformer({ point: function(x, y) {
		x = project(x, y);
		this.stream.point(x[0], x[1]);
	} });
}
function resample$1(project, delta2) {
	function resampleLineTo(x0, y0, lambda0, a0, b0, c0, x1, y1, lambda1, a1, b1, c1, depth, stream) {
		var dx = x1 - x0, dy = y1 - y0, d2 = dx * dx + dy * dy;
		if (d2 > 4 * delta2 && depth--) {
			var a = a0 + a1, b = b0 + b1, c = c0 + c1, m = sqrt(a * a + b * b + c * c), phi2 = asin(c /= m), lambda2 = abs$1(abs$1(c) - 1) < epsilon || abs$1(lambda0 - lambda1) < epsilon ? (lambda0 + lambda1) / 2 : atan2(b, a), p = project(lambda2, phi2), x2 = p[0], y2 = p[1], dx2 = x2 - x0, dy2 = y2 - y0, dz = dy * dx2 - dx * dy2;
			if (dz * dz / d2 > delta2 || abs$1((dx * dx2 + dy * dy2) / d2 - .5) > .3 || a0 * a1 + b0 * b1 + c0 * c1 < cosMinDistance) {
				resampleLineTo(x0, y0, lambda0, a0, b0, c0, x2, y2, lambda2, a /= m, b /= m, c, depth, stream);
				stream.point(x2, y2);
				resampleLineTo(x2, y2, lambda2, a, b, c, x1, y1, lambda1, a1, b1, c1, depth, stream);
			}
		}
	}
	return function(stream) {
		var lambda00, x00, y00, a00, b00, c00, lambda0, x0, y0, a0, b0, c0;
		var resampleStream = {
			point,
			lineStart,
			lineEnd,
			polygonStart: function() {
				stream.polygonStart();
				resampleStream.lineStart = ringStart;
			},
			polygonEnd: function() {
				stream.polygonEnd();
				resampleStream.lineStart = lineStart;
			}
		};
		function point(x, y) {
			x = project(x, y);
			stream.point(x[0], x[1]);
		}
		function lineStart() {
			x0 = NaN;
			resampleStream.point = linePoint;
			stream.lineStart();
		}
		function linePoint(lambda, phi) {
			var c = cartesian([lambda, phi]), p = project(lambda, phi);
			resampleLineTo(x0, y0, lambda0, a0, b0, c0, x0 = p[0], y0 = p[1], lambda0 = lambda, a0 = c[0], b0 = c[1], c0 = c[2], maxDepth, stream);
			stream.point(x0, y0);
		}
		function lineEnd() {
			resampleStream.point = point;
			stream.lineEnd();
		}
		function ringStart() {
			lineStart();
			resampleStream.point = ringPoint;
			resampleStream.lineEnd = ringEnd;
		}
		function ringPoint(lambda, phi) {
			linePoint(lambda00 = lambda, phi), x00 = x0, y00 = y0, a00 = a0, b00 = b0, c00 = c0;
			resampleStream.point = linePoint;
		}
		function ringEnd() {
			resampleLineTo(x0, y0, lambda0, a0, b0, c0, x00, y00, lambda00, a00, b00, c00, maxDepth, stream);
			resampleStream.lineEnd = lineEnd;
			lineEnd();
		}
		return resampleStream;
	};
}
var transformRadians = transformer({ point: function(x, y) {
	this.stream.point(x * radians, y * radians);
} });
function transformRotate(rotate) {
	return transformer({ point: function(x, y) {
		var r = rotate(x, y);
		return this.stream.point(r[0], r[1]);
	} });
}
function scaleTranslate(k, dx, dy, sx, sy) {
	function transform(x, y) {
		x *= sx;
		y *= sy;
		return [dx + k * x, dy - k * y];
	}
	transform.invert = function(x, y) {
		return [(x - dx) / k * sx, (dy - y) / k * sy];
	};
	return transform;
}
function scaleTranslateRotate(k, dx, dy, sx, sy, alpha) {
	if (!alpha) return scaleTranslate(k, dx, dy, sx, sy);
	var cosAlpha = cos(alpha), sinAlpha = sin(alpha), a = cosAlpha * k, b = sinAlpha * k, ai = cosAlpha / k, bi = sinAlpha / k, ci = (sinAlpha * dy - cosAlpha * dx) / k, fi = (sinAlpha * dx + cosAlpha * dy) / k;
	function transform(x, y) {
		x *= sx;
		y *= sy;
		return [a * x - b * y + dx, dy - b * x - a * y];
	}
	transform.invert = function(x, y) {
		return [sx * (ai * x - bi * y + ci), sy * (fi - bi * x - ai * y)];
	};
	return transform;
}
function projection(project) {
	return projectionMutator(function() {
		return project;
	})();
}
function projectionMutator(projectAt) {
	var project, k = 150, x = 480, y = 250, lambda = 0, phi = 0, deltaLambda = 0, deltaPhi = 0, deltaGamma = 0, rotate, alpha = 0, sx = 1, sy = 1, theta = null, preclip = clipAntimeridian, x0 = null, y0, x1, y1, postclip = identity$1, delta2 = .5, projectResample, projectTransform, projectRotateTransform, cache, cacheStream;
	function projection(point) {
		return projectRotateTransform(point[0] * radians, point[1] * radians);
	}
	function invert(point) {
		point = projectRotateTransform.invert(point[0], point[1]);
		return point && [point[0] * degrees, point[1] * degrees];
	}
	projection.stream = function(stream) {
		return cache && cacheStream === stream ? cache : cache = transformRadians(transformRotate(rotate)(preclip(projectResample(postclip(cacheStream = stream)))));
	};
	projection.preclip = function(_) {
		return arguments.length ? (preclip = _, theta = void 0, reset()) : preclip;
	};
	projection.postclip = function(_) {
		return arguments.length ? (postclip = _, x0 = y0 = x1 = y1 = null, reset()) : postclip;
	};
	projection.clipAngle = function(_) {
		return arguments.length ? (preclip = +_ ? clipCircle(theta = _ * radians) : (theta = null, clipAntimeridian), reset()) : theta * degrees;
	};
	projection.clipExtent = function(_) {
		return arguments.length ? (postclip = _ == null ? (x0 = y0 = x1 = y1 = null, identity$1) : clipRectangle(x0 = +_[0][0], y0 = +_[0][1], x1 = +_[1][0], y1 = +_[1][1]), reset()) : x0 == null ? null : [[x0, y0], [x1, y1]];
	};
	projection.scale = function(_) {
		return arguments.length ? (k = +_, recenter()) : k;
	};
	projection.translate = function(_) {
		return arguments.length ? (x = +_[0], y = +_[1], recenter()) : [x, y];
	};
	projection.center = function(_) {
		return arguments.length ? (lambda = _[0] % 360 * radians, phi = _[1] % 360 * radians, recenter()) : [lambda * degrees, phi * degrees];
	};
	projection.rotate = function(_) {
		return arguments.length ? (deltaLambda = _[0] % 360 * radians, deltaPhi = _[1] % 360 * radians, deltaGamma = _.length > 2 ? _[2] % 360 * radians : 0, recenter()) : [
			deltaLambda * degrees,
			deltaPhi * degrees,
			deltaGamma * degrees
		];
	};
	projection.angle = function(_) {
		return arguments.length ? (alpha = _ % 360 * radians, recenter()) : alpha * degrees;
	};
	projection.reflectX = function(_) {
		return arguments.length ? (sx = _ ? -1 : 1, recenter()) : sx < 0;
	};
	projection.reflectY = function(_) {
		return arguments.length ? (sy = _ ? -1 : 1, recenter()) : sy < 0;
	};
	projection.precision = function(_) {
		return arguments.length ? (projectResample = resample(projectTransform, delta2 = _ * _), reset()) : sqrt(delta2);
	};
	projection.fitExtent = function(extent, object) {
		return fitExtent(projection, extent, object);
	};
	projection.fitSize = function(size, object) {
		return fitSize(projection, size, object);
	};
	projection.fitWidth = function(width, object) {
		return fitWidth(projection, width, object);
	};
	projection.fitHeight = function(height, object) {
		return fitHeight(projection, height, object);
	};
	function recenter() {
		var center = scaleTranslateRotate(k, 0, 0, sx, sy, alpha).apply(null, project(lambda, phi)), transform = scaleTranslateRotate(k, x - center[0], y - center[1], sx, sy, alpha);
		rotate = rotateRadians(deltaLambda, deltaPhi, deltaGamma);
		projectTransform = compose(project, transform);
		projectRotateTransform = compose(rotate, projectTransform);
		projectResample = resample(projectTransform, delta2);
		return reset();
	}
	function reset() {
		cache = cacheStream = null;
		return projection;
	}
	return function() {
		project = projectAt.apply(this, arguments);
		projection.invert = project.invert && invert;
		return recenter();
	};
}
function azimuthalRaw(scale) {
	return function(x, y) {
		var cx = cos(x), cy = cos(y), k = scale(cx * cy);
		if (k === 1e400) return [2, 0];
		return [k * cy * sin(x), k * sin(y)];
	};
}
function azimuthalInvert(angle) {
	return function(x, y) {
		var z = sqrt(x * x + y * y), c = angle(z), sc = sin(c), cc = cos(c);
		return [atan2(x * sc, z * cc), asin(z && y * sc / z)];
	};
}
var azimuthalEqualAreaRaw = azimuthalRaw(function(cxcy) {
	return sqrt(2 / (1 + cxcy));
});
azimuthalEqualAreaRaw.invert = azimuthalInvert(function(z) {
	return 2 * asin(z / 2);
});
var azimuthalEquidistantRaw = azimuthalRaw(function(c) {
	return (c = acos(c)) && c / sin(c);
});
azimuthalEquidistantRaw.invert = azimuthalInvert(function(z) {
	return z;
});
function azimuthalEquidistant() {
	return projection(azimuthalEquidistantRaw).scale(79.4188).clipAngle(179.999);
}
function mercatorRaw(lambda, phi) {
	return [lambda, log(tan((halfPi + phi) / 2))];
}
mercatorRaw.invert = function(x, y) {
	return [x, 2 * atan(exp(y)) - halfPi];
};
function mercator() {
	return mercatorProjection(mercatorRaw).scale(961 / tau);
}
function mercatorProjection(project) {
	var m = projection(project), center = m.center, scale = m.scale, translate = m.translate, clipExtent = m.clipExtent, x0 = null, y0, x1, y1;
	m.scale = function(_) {
		return arguments.length ? (scale(_), reclip()) : scale();
	};
	m.translate = function(_) {
		return arguments.length ? (translate(_), reclip()) : translate();
	};
	m.center = function(_) {
		return arguments.length ? (center(_), reclip()) : center();
	};
	m.clipExtent = function(_) {
		return arguments.length ? (_ == null ? x0 = y0 = x1 = y1 = null : (x0 = +_[0][0], y0 = +_[0][1], x1 = +_[1][0], y1 = +_[1][1]), reclip()) : x0 == null ? null : [[x0, y0], [x1, y1]];
	};
	function reclip() {
		var k = pi * scale(), t = m(rotation(m.rotate()).invert([0, 0]));
		return clipExtent(x0 == null ? [[t[0] - k, t[1] - k], [t[0] + k, t[1] + k]] : project === mercatorRaw ? [[Math.max(t[0] - k, x0), y0], [Math.min(t[0] + k, x1), y1]] : [[x0, Math.max(t[1] - k, y0)], [x1, Math.min(t[1] + k, y1)]]);
	}
	return reclip();
}
function equirectangularRaw(lambda, phi) {
	return [lambda, phi];
}
equirectangularRaw.invert = equirectangularRaw;
var A1 = 1.340264;
var A2 = -.081106;
var A3 = 893e-6;
var A4 = .003796;
var M = sqrt(3) / 2;
var iterations = 12;
function equalEarthRaw(lambda, phi) {
	var l = asin(M * sin(phi)), l2 = l * l, l6 = l2 * l2 * l2;
	return [lambda * cos(l) / (M * (A1 + 3 * A2 * l2 + l6 * (7 * A3 + 9 * A4 * l2))), l * (A1 + A2 * l2 + l6 * (A3 + A4 * l2))];
}
equalEarthRaw.invert = function(x, y) {
	var l = y, l2 = l * l, l6 = l2 * l2 * l2;
	for (var i = 0, delta, fy, fpy; i < iterations; ++i) {
		fy = l * (A1 + A2 * l2 + l6 * (A3 + A4 * l2)) - y;
		fpy = A1 + 3 * A2 * l2 + l6 * (7 * A3 + 9 * A4 * l2);
		l -= delta = fy / fpy, l2 = l * l, l6 = l2 * l2 * l2;
		if (abs$1(delta) < epsilon2) break;
	}
	return [M * x * (A1 + 3 * A2 * l2 + l6 * (7 * A3 + 9 * A4 * l2)) / cos(l), asin(sin(l) / M)];
};
function equalEarth() {
	return projection(equalEarthRaw).scale(177.158);
}
function gnomonicRaw(x, y) {
	var cy = cos(y), k = cos(x) * cy;
	return [cy * sin(x) / k, sin(y) / k];
}
gnomonicRaw.invert = azimuthalInvert(atan);
function identity() {
	var k = 1, tx = 0, ty = 0, sx = 1, sy = 1, alpha = 0, ca, sa, x0 = null, y0, x1, y1, kx = 1, ky = 1, transform = transformer({ point: function(x, y) {
		var p = projection([x, y]);
		this.stream.point(p[0], p[1]);
	} }), postclip = identity$1, cache, cacheStream;
	function reset() {
		kx = k * sx;
		ky = k * sy;
		cache = cacheStream = null;
		return projection;
	}
	function projection(p) {
		var x = p[0] * kx, y = p[1] * ky;
		if (alpha) {
			var t = y * ca - x * sa;
			x = x * ca + y * sa;
			y = t;
		}
		return [x + tx, y + ty];
	}
	projection.invert = function(p) {
		var x = p[0] - tx, y = p[1] - ty;
		if (alpha) {
			var t = y * ca + x * sa;
			x = x * ca - y * sa;
			y = t;
		}
		return [x / kx, y / ky];
	};
	projection.stream = function(stream) {
		return cache && cacheStream === stream ? cache : cache = transform(postclip(cacheStream = stream));
	};
	projection.postclip = function(_) {
		return arguments.length ? (postclip = _, x0 = y0 = x1 = y1 = null, reset()) : postclip;
	};
	projection.clipExtent = function(_) {
		return arguments.length ? (postclip = _ == null ? (x0 = y0 = x1 = y1 = null, identity$1) : clipRectangle(x0 = +_[0][0], y0 = +_[0][1], x1 = +_[1][0], y1 = +_[1][1]), reset()) : x0 == null ? null : [[x0, y0], [x1, y1]];
	};
	projection.scale = function(_) {
		return arguments.length ? (k = +_, reset()) : k;
	};
	projection.translate = function(_) {
		return arguments.length ? (tx = +_[0], ty = +_[1], reset()) : [tx, ty];
	};
	projection.angle = function(_) {
		return arguments.length ? (alpha = _ % 360 * radians, sa = sin(alpha), ca = cos(alpha), reset()) : alpha * degrees;
	};
	projection.reflectX = function(_) {
		return arguments.length ? (sx = _ ? -1 : 1, reset()) : sx < 0;
	};
	projection.reflectY = function(_) {
		return arguments.length ? (sy = _ ? -1 : 1, reset()) : sy < 0;
	};
	projection.fitExtent = function(extent, object) {
		return fitExtent(projection, extent, object);
	};
	projection.fitSize = function(size, object) {
		return fitSize(projection, size, object);
	};
	projection.fitWidth = function(width, object) {
		return fitWidth(projection, width, object);
	};
	projection.fitHeight = function(height, object) {
		return fitHeight(projection, height, object);
	};
	return projection;
}
function naturalEarth1Raw(lambda, phi) {
	var phi2 = phi * phi, phi4 = phi2 * phi2;
	return [lambda * (.8707 - .131979 * phi2 + phi4 * (-.013791 + phi4 * (.003971 * phi2 - .001529 * phi4))), phi * (1.007226 + phi2 * (.015085 + phi4 * (-.044475 + .028874 * phi2 - .005916 * phi4)))];
}
naturalEarth1Raw.invert = function(x, y) {
	var phi = y, i = 25, delta;
	do {
		var phi2 = phi * phi, phi4 = phi2 * phi2;
		phi -= delta = (phi * (1.007226 + phi2 * (.015085 + phi4 * (-.044475 + .028874 * phi2 - .005916 * phi4))) - y) / (1.007226 + phi2 * (.045255 + phi4 * (-.311325 + .259866 * phi2 - .005916 * 11 * phi4)));
	} while (abs$1(delta) > epsilon && --i > 0);
	return [x / (.8707 + (phi2 = phi * phi) * (-.131979 + phi2 * (-.013791 + phi2 * phi2 * phi2 * (.003971 - .001529 * phi2)))), phi];
};
function orthographicRaw(x, y) {
	return [cos(y) * sin(x), sin(y)];
}
orthographicRaw.invert = azimuthalInvert(asin);
function stereographicRaw(x, y) {
	var cy = cos(y), k = 1 + cos(x) * cy;
	return [cy * sin(x) / k, sin(y) / k];
}
stereographicRaw.invert = azimuthalInvert(function(z) {
	return 2 * atan(z);
});
function transverseMercatorRaw(lambda, phi) {
	return [log(tan((halfPi + phi) / 2)), -lambda];
}
transverseMercatorRaw.invert = function(x, y) {
	return [-y, 2 * atan(exp(x)) - halfPi];
};
// src/render/map-page/browser/plane.ts
/**
* The plane of the map: the chosen projection of d3-geo at a fixed scale. Each shape is projected once; zoom and pan
* only scale and shift the plane.
*/
/** Units of the plane per radian. */
const PLANE_SCALE = 1e3;
/** Azimuthal maps end this far from their pole. */
const POLAR_REACH_DEGREES = 100;
var Plane = class {
	kind;
	/** Longitude. */
	middle;
	projection;
	constructor({ kind, middle }) {
		[this.kind, this.middle] = [kind, middle];
		const projection = kind === "mercator" ? mercator().rotate([-middle, 0]) : kind === "world" ? equalEarth().rotate([-middle, 0]) : azimuthalEquidistant().rotate(kind === "north-pole" ? [-middle, -90] : [-middle, 90]).clipAngle(POLAR_REACH_DEGREES);
		this.projection = projection.scale(PLANE_SCALE).translate([0, 0]);
	}
	project([longitude = 0, latitude = 0]) {
		return this.projection([longitude, latitude]) ?? [NaN, NaN];
	}
	/** Returns the position at a point; undefined beyond the edge of the map. */
	invert(x, y) {
		const position = this.projection.invert?.([x, y]);
		if (position == null || !position.every(Number.isFinite) || Math.abs(position[1]) > 90) return void 0;
		const [back] = this.stream({
			type: "Point",
			coordinates: position
		}).points;
		return back !== void 0 && Math.hypot(back[0] - x, back[1] - y) < 1 ? position : void 0;
	}
	/**
	* Returns the shape on the plane, cut at the edges of the map. An area that d3-geo turned inside out becomes its
	* outline.
	*/
	flatten({ areas, lines, points }) {
		const flat = {
			areas: [],
			lines: this.stream({
				type: "MultiLineString",
				coordinates: lines
			}).lines,
			points: this.stream({
				type: "MultiPoint",
				coordinates: points
			}).points
		};
		for (const rings of areas) {
			const drawn = this.stream({
				type: "Polygon",
				coordinates: rings
			}).lines;
			if (this.isInsideOut(drawn, rings)) flat.lines.push(...this.stream({
				type: "MultiLineString",
				coordinates: rings
			}).lines);
			else flat.areas.push(drawn);
		}
		return {
			...flat,
			box: boxOf(flat.areas.flat(2), flat.lines.flat(), flat.points)
		};
	}
	/** Returns the edge of the map. */
	outline() {
		const rings = this.stream({ type: "Sphere" }).lines;
		return {
			areas: [rings],
			lines: [],
			points: [],
			box: boxOf(rings.flat())
		};
	}
	/** Returns whether a small ring fills places far outside it. */
	isInsideOut(drawn, [outside = []]) {
		const longitudes = outside.map(([longitude = 0]) => longitude);
		const west = longitudes.reduce((one, other) => Math.min(one, other));
		if (longitudes.reduce((one, other) => Math.max(one, other)) - west > 170) return false;
		const [own, filled] = [boxOf(outside.map((position) => this.project(position))), boxOf(drawn.flat())];
		return Math.max(own.left - filled.left, filled.right - own.right, own.top - filled.top, filled.bottom - own.bottom) > FAR_OUTSIDE;
	}
	stream(object) {
		const [lines, points] = [[], []];
		let line;
		let isPolygon = false;
		geoStream(object, this.projection.stream({
			point: (x, y) => void (line ?? points).push([x, y]),
			lineStart: () => void (line = []),
			lineEnd: () => {
				if (isPolygon && line.length > 1) line.push(line[0]);
				if (line.length > 1) lines.push(line);
				line = void 0;
			},
			polygonStart: () => void (isPolygon = true),
			polygonEnd: () => void (isPolygon = false)
		}));
		return {
			lines,
			points
		};
	}
};
/** Edges have a position per degree, so they hardly bend outwards between two of them. */
const FAR_OUTSIDE = .1 * PLANE_SCALE;
/** Returns the box of all points; without any, \`left\` exceeds \`right\`. */
function boxOf(...groups) {
	const box = {
		left: 1e400,
		top: 1e400,
		right: -1e400,
		bottom: -1e400
	};
	for (const points of groups) for (const [x, y] of points) {
		box.left = Math.min(box.left, x);
		box.right = Math.max(box.right, x);
		box.top = Math.min(box.top, y);
		box.bottom = Math.max(box.bottom, y);
	}
	return box;
}
// src/render/map-page/browser/camera.ts
/** The visible part of the plane: the transform of d3-zoom, controlled by wheel, drag, pinch and double click. */
/** Minimum width of a view of all rows, so that a single point is shown with its surroundings. */
const LEAST_VIEW_KM = 25;
/** Pixels per radian on the ground at the highest zoom: about 2 m per pixel. */
const CLOSEST = 32e5;
/** A pointer that moved less than this has clicked. */
const CLICK_PIXELS = 4;
var Camera = class {
	options;
	plane;
	width = 1;
	height = 1;
	/** Device pixels per pixel of the page. */
	ratio = 1;
	/** Transform from the plane to the screen. */
	transform = identity$2;
	/** True when the reader chose this view, so that a new size keeps its centre. */
	isTouched = false;
	zooming = zoom_default().clickDistance(CLICK_PIXELS);
	target;
	constructor(canvas, options) {
		this.options = options;
		this.plane = options.plane;
		this.target = select_default(canvas).call(this.zooming);
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.zooming.duration(0);
		this.zooming.on("zoom", ({ transform }) => {
			[this.transform, this.isTouched] = [transform, true];
			options.changed();
		});
	}
	/** Sets the new size of the canvas. */
	resize(width, height, ratio) {
		const middle = this.middle;
		[this.width, this.height, this.ratio] = [
			width,
			height,
			ratio
		];
		const { left, right } = this.options.world;
		const least = .5 * Math.min(width, height) / (right - left);
		this.zooming.scaleExtent([least, CLOSEST / PLANE_SCALE]);
		if (this.isTouched) this.zooming.translateTo(this.target, ...middle);
		else this.showAll();
	}
	showAll() {
		this.fit(this.options.everything(), .86);
		this.isTouched = false;
	}
	zoomTo(box) {
		this.fit(box, .45);
	}
	/** Zooms around the centre of the screen. */
	zoom(factor) {
		this.zooming.scaleBy(this.target, factor);
	}
	pan(x, y) {
		const { k } = this.transform;
		this.zooming.translateBy(this.target, x / k, y / k);
	}
	/** Centres the box on that share of the screen. */
	fit(box, share) {
		const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
		const least = LEAST_VIEW_KM / this.kmPerUnit(x, y);
		const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
		const scale = Math.min(share * this.width / width, share * this.height / height);
		const transform = identity$2.translate(this.width / 2, this.height / 2).scale(scale).translate(-x, -y);
		this.zooming.transform(this.target, transform);
	}
	/** Returns the kilometres of one unit of the plane at a point, from west to east. */
	kmPerUnit(x, y) {
		const step = 1e-4;
		const [from, to] = [this.plane.invert(x - step, y), this.plane.invert(x + step, y)];
		return from === void 0 || to === void 0 ? 6371 / PLANE_SCALE : distanceKm(from, to) / (2 * step);
	}
	/** Returns the position at a point of the screen; undefined outside the globe. */
	positionAt(point) {
		return this.plane.invert(...this.transform.invert(point));
	}
	/** Returns the centre of the view, on the plane. */
	get middle() {
		return this.transform.invert([this.width / 2, this.height / 2]);
	}
	isInView({ left, right, top, bottom }) {
		const { transform, width, height } = this;
		const [[west, north], [east, south]] = [transform.apply([left, top]), transform.apply([right, bottom])];
		return east >= -8 && west <= width + 8 && south >= -8 && north <= height + 8;
	}
};
// src/render/map-page/browser/colours.ts
/** The colours of the map, from the style for light or dark. */
const COLOUR_NAMES = [
	"sea",
	"land",
	"coast",
	"border",
	"graticule",
	"area",
	"town",
	"ink",
	"quiet",
	"paper",
	"tick",
	"accent",
	"group-1",
	"group-2",
	"group-3",
	"group-4",
	"group-5",
	"group-6"
];
function readColours() {
	const probe = document.createElement("span");
	probe.style.setProperty("forced-color-adjust", "none");
	document.body.append(probe);
	const colours = {};
	for (const name of COLOUR_NAMES) {
		probe.style.color = \`var(--\${name})\`;
		colours[name] = getComputedStyle(probe).color;
	}
	probe.remove();
	return colours;
}
// src/render/map-page/browser/degrees-text.ts
/** Degrees and positions as text, with digits for the current zoom. */
function degreesText(degrees, positive, negative, step) {
	const turned = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
	const digits = Math.max(0, Math.ceil(-Math.log10(step)));
	const text = \`\${Math.abs(turned).toFixed(digits)}°\`;
	return [0, 180].includes(Number(text.slice(0, -1))) ? text : \`\${text} \${turned > 0 ? positive : negative}\`;
}
/** Returns \`38.71° N 9.14° W\`, with digits for the current zoom. */
function positionText([longitude, latitude], scale) {
	const step = 57 / (PLANE_SCALE * scale);
	return \`\${degreesText(latitude, "N", "S", step)} \${degreesText(longitude, "E", "W", step)}\`;
}
// src/render/map-page/browser/footprints.ts
/** Size in pixels below which a footprint is drawn as a dot. */
const DOT_PIXELS = 7;
/** Overlaps are shaded by the number of footprints, up to this many on the map. */
const MOST_SHADED = 400;
/** Draws one outline for all products of a scene. */
function drawFootprints(pen, colours, { shown, hovered }, groups) {
	const groupOf = (scene) => groups.get(scene) ?? "group-1";
	const dots = [];
	const ticked = [];
	const byGroup = /* @__PURE__ */ new Map();
	let count = 0;
	for (const scene of shown) {
		const flat = outlineShown(scene);
		if (!pen.camera.isInView(flat.box)) continue;
		count += 1;
		if (isDot(pen.camera, flat)) dots.push(scene);
		else if (hasTick(scene)) ticked.push(flat);
		else {
			const shapes = byGroup.get(groupOf(scene));
			if (shapes === void 0) byGroup.set(groupOf(scene), [flat]);
			else shapes.push(flat);
		}
	}
	const isShaded = count <= MOST_SHADED;
	for (const [group, shapes] of byGroup) {
		for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes]) pen.shade(part, colours[group], isShaded ? .13 : .22);
		pen.stroke(shapes, colours[group], isShaded ? 1.3 : .8);
	}
	for (const shape of ticked) pen.shade([shape], colours.tick, .26);
	pen.stroke(ticked, colours.paper, 4.5, [], .75);
	pen.stroke(ticked, colours.tick, 2.4);
	for (const scene of dots) {
		const [colour, radius] = hasTick(scene) ? [colours.tick, 5.5] : [colours[groupOf(scene)], 4.5];
		pen.dot(outlineShown(scene), colour, colours.paper, radius);
	}
	if (hovered !== void 0 && hovered.shown.length > 0) drawHovered(pen, colours, hovered);
}
function drawHovered(pen, colours, scene) {
	const flat = outlineShown(scene);
	const colour = hasTick(scene) ? colours.tick : colours.ink;
	if (isDot(pen.camera, flat)) pen.dot(flat, colour, colours.paper, 7);
	else {
		pen.stroke([flat], colours.paper, 6, [], .9);
		pen.stroke([flat], colour, 2.8);
	}
}
/** Returns the scenes at a point of the screen, the smallest first. */
function scenesAt(pen, shown, at) {
	const { transform } = pen.camera;
	const [x, y] = transform.invert(at);
	const reach = DOT_PIXELS / transform.k;
	const sizeOf = (scene) => {
		const { left, right, top, bottom } = outlineShown(scene).box;
		return (right - left) * (bottom - top);
	};
	return shown.filter((scene) => {
		const flat = outlineShown(scene);
		const { left, right, top, bottom } = flat.box;
		if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return false;
		return right - left < 2 * reach && bottom - top < 2 * reach || flat.points.length + flat.lines.length > 0 || pen.isInside(flat, at);
	}).sort((one, other) => sizeOf(one) - sizeOf(other));
}
function isDot({ transform: { k } }, { box, points }) {
	if (points.length > 0) return true;
	return (box.right - box.left) * k < DOT_PIXELS && (box.bottom - box.top) * k < DOT_PIXELS;
}
/** The outlines of a scene's products differ by metres: the first ticked one is drawn, or else the first. */
const outlineShown = ({ shown, rows }) => (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]).flat;
const hasTick = ({ shown }) => shown.some(({ isTicked }) => isTicked);
// src/render/map-page/browser/graticule.ts
/** Draws meridians and parallels across the view, and their degrees along its edges. */
function drawGraticule(pen, colours) {
	const { paper, camera } = pen;
	const { plane, width, height } = camera;
	const seen = seenDegrees(camera);
	if (seen === void 0) return;
	const { west, east, south, north } = seen;
	const least = Math.max(72 * Math.min(360, east - west) / width, 56 * (north - south) / height);
	const step = STEPS$1.findLast((one) => one >= least) ?? STEPS$1[0];
	const lines = graticule().extent([[west, Math.max(-89.9, south)], [east, Math.min(89.9, north)]]).stepMajor([step, step]).stepMinor([360, 360]).precision(Math.min(1, (east - west) / 50))().coordinates;
	pen.stroke([plane.flatten({
		areas: [],
		lines,
		points: []
	})], colours.graticule, .8);
	paper.font = "400 10.5px system-ui, sans-serif";
	paper.fillStyle = colours.quiet;
	paper.textBaseline = "middle";
	for (const [pixels, degrees] of crossings(camera, "top", step)) if (pixels < width - 114) paper.fillText(degreesText(degrees, "E", "W", step), pixels + 4, 9);
	for (const [pixels, degrees] of crossings(camera, "left", step)) if (pixels > 27 && pixels < height - 53) paper.fillText(degreesText(degrees, "N", "S", step), 6, pixels - 7);
}
/** The finest step with enough distance between lines is used. */
const STEPS$1 = [
	30,
	15,
	10,
	5,
	2,
	1,
	.5,
	.2,
	.1,
	.05,
	.02,
	.01,
	.005,
	.002,
	.001
];
/** Makes longitudes continuous, without a jump at the antimeridian unless the map is split there. */
const nearMiddle = (longitude, middle) => longitude - 360 * Math.round((longitude - middle) / 360);
/** Returns the visible degrees. */
function seenDegrees(camera) {
	const { plane, width, height } = camera;
	const [middle = 0] = camera.positionAt([width / 2, height / 2]) ?? [];
	let [west, east, south, north] = [
		1e400,
		-1e400,
		90,
		-90
	];
	for (let column = 0; column <= 12; column++) for (let row = 0; row <= 12; row++) {
		const position = camera.positionAt([width * column / 12, height * row / 12]);
		if (position === void 0) continue;
		const longitude = nearMiddle(position[0], middle);
		[west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
		[south, north] = [Math.min(south, position[1]), Math.max(north, position[1])];
	}
	if (west > east) return void 0;
	const hasPole = [-90, 90].some((pole) => {
		if (plane.kind === "mercator") return false;
		const [x, y] = plane.project([0, pole]);
		return camera.isInView({
			left: x,
			right: x,
			top: y,
			bottom: y
		});
	});
	if (hasPole || east - west > 300) {
		[west, east] = [plane.middle - 180, plane.middle + 180];
		if (plane.kind === "north-pole") north = 90;
		else if (plane.kind === "south-pole") south = -90;
		else if (hasPole) [south, north] = [Math.min(south, -85), Math.max(north, 85)];
	}
	return {
		west,
		east,
		south,
		north
	};
}
/** Returns the pixels along an edge of the view at which meridians or parallels cross it, with their degrees. */
function crossings(camera, edge, step) {
	const found = [];
	const sample = 4;
	let before;
	for (let at = 0; at <= (edge === "top" ? camera.width : camera.height); at += sample) {
		const position = camera.positionAt(edge === "top" ? [at, 9] : [6, at]);
		const here = position && (edge === "top" ? nearMiddle(position[0], camera.plane.middle) : position[1]) / step;
		if (here !== void 0 && before !== void 0 && Math.abs(here - before) < 1) {
			const line = Math.floor(Math.max(here, before));
			if (line > Math.min(here, before)) found.push([at - sample * (here - line) / (here - before), line * step]);
		}
		before = here;
	}
	return found;
}
// src/render/map-page/browser/map-input.ts
/**
* Buttons, keys and the pointer of the map, in addition to the gestures of d3-zoom: they move the camera, or select a
* scene.
*/
const PAN_PIXELS = 60;
const ZOOM_FACTOR = 1.6;
function listenToInput(camera, { point, pick }) {
	const [element, canvas] = [byId("map"), byId("canvas")];
	const zoomIn = () => camera.zoom(ZOOM_FACTOR);
	const zoomOut = () => camera.zoom(1 / ZOOM_FACTOR);
	const showAll = () => camera.showAll();
	byId("zoom-in").addEventListener("click", zoomIn);
	byId("zoom-out").addEventListener("click", zoomOut);
	byId("zoom-all").addEventListener("click", showAll);
	const actions = {
		ArrowLeft: () => camera.pan(PAN_PIXELS, 0),
		ArrowRight: () => camera.pan(-60, 0),
		ArrowUp: () => camera.pan(0, PAN_PIXELS),
		ArrowDown: () => camera.pan(0, -60),
		"+": zoomIn,
		"=": zoomIn,
		"-": zoomOut,
		"0": showAll
	};
	element.addEventListener("keydown", (event) => {
		const action = actions[event.key];
		const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
		if (event.target !== element || hasModifier || action === void 0) return;
		event.preventDefault();
		action();
	});
	canvas.addEventListener("pointermove", ({ buttons, offsetX, offsetY }) => {
		if (buttons === 0) point([offsetX, offsetY]);
	});
	canvas.addEventListener("pointerleave", () => point(void 0));
	canvas.addEventListener("click", ({ offsetX, offsetY }) => pick([offsetX, offsetY]));
}
// src/render/map-page/browser/pen.ts
/** Draws shapes of the plane on a canvas, as seen by the camera: surfaces, lines, dots and names. */
/** Shapes are cut this far outside the view, because a canvas has limited precision. */
const MARGIN = 40;
var Pen = class {
	camera;
	canvas;
	paper;
	constructor(camera, canvas = document.createElement("canvas")) {
		this.camera = camera;
		this.canvas = canvas;
		this.paper = canvas.getContext("2d");
	}
	/** Clears the canvas and sets it to the size of the view. */
	empty() {
		const { width, height, ratio } = this.camera;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
	}
	/** Draws another pen's drawing of the same view. */
	copy({ canvas }) {
		this.paper.drawImage(canvas, 0, 0, this.camera.width, this.camera.height);
	}
	shade(shapes, colour, alpha = 1) {
		const { paper } = this;
		this.trace(shapes, false);
		paper.globalAlpha = alpha;
		paper.fillStyle = colour;
		paper.fill(shapes.length > 1 ? "nonzero" : "evenodd");
		paper.globalAlpha = 1;
	}
	stroke(shapes, colour, width, dashes = [], alpha = 1) {
		const { paper } = this;
		this.trace(shapes, true);
		paper.globalAlpha = alpha;
		paper.strokeStyle = colour;
		paper.lineWidth = width;
		paper.setLineDash([...dashes]);
		paper.stroke();
		paper.setLineDash([]);
		paper.globalAlpha = 1;
	}
	/** Draws a dot for each point, or at the centre of a shape without points. */
	dot({ box, points }, colour, edge, radius) {
		const { paper, camera } = this;
		const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
		paper.fillStyle = colour;
		paper.strokeStyle = edge;
		paper.lineWidth = 1.5;
		for (const point of points.length > 0 ? points : [middle]) {
			paper.beginPath();
			paper.arc(...camera.transform.apply(point), radius, 0, 2 * Math.PI);
			paper.fill();
			paper.stroke();
		}
	}
	/** Writes a name at a point of the screen, with a halo. */
	label(text, x, y, colour, halo, weight = 400) {
		const { paper } = this;
		paper.font = \`\${weight} 12px system-ui, sans-serif\`;
		paper.textBaseline = "middle";
		paper.lineWidth = 3;
		paper.strokeStyle = halo;
		paper.globalAlpha = .85;
		paper.strokeText(text, x, y);
		paper.globalAlpha = 1;
		paper.fillStyle = colour;
		paper.fillText(text, x, y);
	}
	/** Returns whether the areas of a shape contain a point of the screen. */
	isInside(shape, [x, y]) {
		const { paper, camera } = this;
		this.trace([shape], false);
		return paper.isPointInPath(x * camera.ratio, y * camera.ratio, "evenodd");
	}
	/** Starts a path with the areas, and optionally the lines. */
	trace(shapes, withLines) {
		const { paper, camera } = this;
		const { transform, width, height } = camera;
		const path = index(identity().scale(transform.k).translate([transform.x, transform.y]).clipExtent([[-40, -40], [width + MARGIN, height + MARGIN]]), paper);
		paper.beginPath();
		for (const { areas, lines, box } of shapes) {
			if (!camera.isInView(box)) continue;
			path({
				type: "MultiPolygon",
				coordinates: areas
			});
			if (withLines) path({
				type: "MultiLineString",
				coordinates: lines
			});
		}
	}
};
// src/render/map-page/browser/scale-bar.ts
/** The scale bar and the north arrow, for the centre of the view. */
function showScale(camera) {
	const { plane, transform } = camera;
	const [x, y] = camera.middle;
	const [bar, text] = [byId("scale-bar"), byId("scale-text")];
	const km = camera.kmPerUnit(x, y) / transform.k;
	const length = roundBelow(110 * km);
	bar.style.width = \`\${length / km}px\`;
	text.textContent = length >= 1 ? \`\${length} km\` : \`\${Math.round(length * 1e3)} m\`;
	const here = plane.invert(x, y);
	if (here === void 0) return;
	const [toX, toY] = plane.project([here[0], Math.min(90, here[1] + .001)]);
	const [fromX, fromY] = plane.project(here);
	const degrees = Math.atan2(toX - fromX, fromY - toY) * 180 / Math.PI;
	byId("north").style.transform = \`rotate(\${degrees.toFixed(1)}deg)\`;
}
/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundBelow(value) {
	const power = 10 ** Math.floor(Math.log10(value));
	const digit = value / power;
	const length = (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
	return Number(length.toPrecision(1));
}
// src/render/map-page/browser/map-view.ts
/** The map: land, graticule and towns, then area, passes, footprints and targets, on a canvas that zooms and pans. */
var MapView = class {
	rows;
	element = byId("map");
	camera;
	pen;
	/** Layers below the footprints, and the names above them. */
	under;
	above;
	/** The view that these two layers show. */
	drawnView = "";
	backdrop;
	area;
	targets;
	passes;
	colours = readColours();
	hasBorders = false;
	groups = /* @__PURE__ */ new Map();
	redraw = eachFrame(() => this.draw());
	constructor(rows, plane, data, pick) {
		this.rows = rows;
		this.backdrop = readBackdrop(data.background, plane);
		this.area = plane.flatten(outlineOf(data.area));
		const marks = (list) => list.map(({ name, geometry }) => ({
			name,
			flat: plane.flatten(shapeOf(geometry))
		}));
		this.targets = marks(data.targets);
		this.passes = marks(data.passes);
		const canvas = byId("canvas");
		this.camera = new Camera(canvas, {
			plane,
			world: this.backdrop.outline.box,
			everything: () => this.everything(),
			changed: this.redraw
		});
		this.pen = new Pen(this.camera, canvas);
		[this.under, this.above] = [new Pen(this.camera), new Pen(this.camera)];
		listenToInput(this.camera, {
			point: (at) => this.point(at),
			pick: (at) => pick(scenesAt(this.pen, rows.shown, at))
		});
		new ResizeObserver(() => this.resize()).observe(this.element);
		this.resize();
		rows.on("shown", this.redraw);
		rows.on("ticked", this.redraw);
		rows.on("hovered", this.redraw);
	}
	showBorders(isShown) {
		this.hasBorders = isShown;
		this.redraw();
	}
	colourBy(groups) {
		this.groups = groups;
		this.redraw();
	}
	/** Reads the colours again, after a change of light and dark or for printing. */
	recolour() {
		this.colours = readColours();
		this.drawnView = "";
		this.draw();
	}
	zoomTo({ rows }) {
		const box = around(rows.map(({ flat }) => flat));
		if (box.left <= box.right) this.camera.zoomTo(box);
	}
	/** Returns the box of everything on the map, or the world when the map is empty. */
	everything() {
		const box = around([
			...this.rows.all.map(({ flat }) => flat),
			this.area,
			...this.targets.map(({ flat }) => flat)
		]);
		return box.left > box.right ? this.backdrop.outline.box : box;
	}
	resize() {
		const { width, height } = this.element.getBoundingClientRect();
		if (width === 0 || height === 0) return;
		this.camera.resize(width, height, Math.min(3, devicePixelRatio));
		this.pen.empty();
		this.drawnView = "";
		this.draw();
	}
	/** Shows the scenes under the pointer, and its position. */
	point(at) {
		const [top] = at === void 0 ? [] : scenesAt(this.pen, this.rows.shown, at);
		this.rows.hover(top);
		if (at !== void 0) this.pen.canvas.classList.toggle("over", top !== void 0);
		const position = at && this.camera.positionAt(at);
		byId("where").textContent = position === void 0 ? "" : positionText(position, this.camera.transform.k);
	}
	draw() {
		const { pen, colours, camera } = this;
		const view = [
			camera.width,
			camera.height,
			camera.transform,
			this.hasBorders
		].join(" ");
		if (view !== this.drawnView) {
			this.drawUnder();
			this.above.empty();
			const targets = this.targets.map(({ flat }) => flat);
			drawTowns(this.above, colours, this.backdrop.towns, targets);
			this.drawnView = view;
		}
		pen.copy(this.under);
		pen.paper.lineJoin = "round";
		for (const { flat } of this.passes) {
			pen.shade([flat], colours.accent, .1);
			pen.stroke([flat], colours.accent, 1, [6, 4]);
		}
		pen.stroke([this.area], colours.paper, 4.5, [], .6);
		pen.stroke([this.area], colours.area, 1.8, [7, 4]);
		drawFootprints(pen, colours, this.rows, this.groups);
		pen.copy(this.above);
		for (const target of this.targets) drawTarget(pen, colours, target);
	}
	drawUnder() {
		const { under, colours, camera } = this;
		under.empty();
		under.paper.fillStyle = colours.paper;
		under.paper.fillRect(0, 0, camera.width, camera.height);
		under.paper.lineJoin = "round";
		drawLand(under, colours, this.backdrop, this.hasBorders);
		drawGraticule(under, colours);
		showScale(camera);
	}
};
function drawTarget(pen, colours, { name, flat }) {
	const { paper, camera } = pen;
	pen.stroke([flat], colours.area, 1.6);
	const { left, right, top, bottom } = flat.box;
	if (left > right) return;
	const [x, y] = camera.transform.apply([(left + right) / 2, (top + bottom) / 2]);
	paper.beginPath();
	for (const [dx, dy] of [
		[0, -6],
		[6, 0],
		[0, 6],
		[-6, 0]
	]) paper.lineTo(x + dx, y + dy);
	paper.closePath();
	paper.fillStyle = colours.paper;
	paper.strokeStyle = colours.ink;
	paper.lineWidth = 1.8;
	paper.fill();
	paper.stroke();
	pen.label(name, x + 10, y, colours.ink, colours.land, 600);
}
const around = (shapes) => boxOf(shapes.flatMap(({ box: { left, top, right, bottom } }) => left > right ? [] : [[left, top], [right, bottom]]));
// src/render/map-page/browser/columns.ts
/**
* Chooses the columns of the table that fit side by side. The others are in a second line of each row, with the
* products.
*/
const TICK_WIDTH = 30;
const GAP = 14;
/** Longer texts are cut. */
const WIDEST = 230;
/** Number of rows whose widest cell sets the width. */
const MEASURED = 150;
/** Returns the column that identifies a row: the first one after the row numbers. */
const leadOf = (columns) => columns.find(({ key }) => key !== "#") ?? columns[0];
/** Returns the columns in the order of the table. Ids are long, so deciding values precede them. */
function tableColumns(rows) {
	const all = rows.columns.filter(({ isInTable }) => isInTable);
	return [...all.filter(({ isId }) => !isId), ...all.filter(({ isId }) => isId)];
}
function fitColumns(rows, columns, width, { hasPictures }) {
	const paper = document.createElement("canvas").getContext("2d");
	const widthOf = (text, font) => {
		paper.font = font;
		return paper.measureText(text).width;
	};
	const sample = rows.scenes.slice(0, MEASURED);
	const cellWidth = (column) => Math.max(widthOf(column.head, "600 12px system-ui") + 14, ...sample.map((scene) => widthOf(sceneText(scene, column), column.isId ? "13px monospace" : "13.5px system-ui")));
	let room = width - (rows.hasScenes ? 0 : 44) - (hasPictures ? 92 : 0);
	const inLine = [];
	const below = [];
	for (const column of columns) {
		const wanted = Math.ceil(Math.min(cellWidth(column), WIDEST));
		if (inLine.length === 0 || below.length === 0 && wanted + GAP <= room) {
			inLine.push({
				column,
				width: Math.min(wanted, Math.max(80, room))
			});
			room -= wanted + GAP;
		} else below.push(column);
	}
	return {
		inLine,
		below,
		template: [
			...rows.hasScenes ? [] : [\`\${TICK_WIDTH}px\`],
			...hasPictures ? ["78px"] : [],
			...inLine.map(({ column, width: own }) => column.kind === "number" ? \`\${own}px\` : \`minmax(\${own}px, \${own}fr)\`)
		].join(" ")
	};
}
/** Returns the price in the service's format. */
const mapPriceText = ({ text, currency, amount }) => text ?? \`\${currency} \${amount.toFixed(2)}\`;
/** Returns the cell of a scene: its value, or the lowest and the highest of its products. */
function sceneText({ shown, rows }, { key, at, kind, varies }) {
	const price = key === "price" && !varies ? rows[0].data.price : void 0;
	if (price !== void 0) return mapPriceText(price);
	const values = (shown.length === 0 ? rows : shown).map(({ cells }) => cells[at] ?? null);
	if (!varies) return displayed(values[0] ?? null, kind);
	const numbers = values.filter((value) => typeof value === "number");
	if (numbers.length === 0) return displayed(values[0] ?? null, kind);
	const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) => displayed(value, kind));
	return least === most ? least : \`\${least}-\${most}\`;
}
/**
* Returns a cell for people: times to the minute in UTC, numbers with at most three decimals, and 0 only for zero.
*/
function displayed(cell, kind) {
	if (cell === null) return "";
	if (typeof cell === "number") return String(Math.round(cell * 1e3) / 1e3 || Number(cell.toPrecision(1)));
	const ms = kind === "time" ? Date.parse(cell) : NaN;
	return Number.isNaN(ms) ? cell : minuteText(ms);
}
/** Returns \`descending\`, \`incidence 20.9 °\`, \`squint 30.0..-30.0 °\`: a number without its name is meaningless. */
function detailText(scene, column) {
	const text = sceneText(scene, column);
	if (text === "") return [];
	const { name, unit, kind } = column;
	if (unit !== void 0) return [\`\${name} \${text} \${unit}\`];
	return [kind === "text" && !STARTS_WITH_NUMBER.test(text) ? text : \`\${name} \${text}\`];
}
const STARTS_WITH_NUMBER = /^[-+]?\\d/;
// src/render/map-page/browser/product-ticks.ts
/** The ticks of a scene: a box for each visible product, or one box for a row that is not a product. */
function productTicks(rows, { name, shown }) {
	const boxes = shown.map((row) => {
		const product = row.data.scene?.product;
		const box = make("input", { type: "checkbox" });
		box.setAttribute("aria-label", product === void 0 ? \`Tick \${row.data.label}\` : \`\${product} of \${name}\`);
		box.addEventListener("change", () => rows.tick([row], box.checked));
		return {
			row,
			box,
			label: product === void 0 ? box : productLabel(row, product, box)
		};
	});
	return {
		element: make("span", { className: "products" }, ...boxes.map(({ label }) => label)),
		show: () => {
			for (const { row, box } of boxes) box.checked = row.isTicked;
		}
	};
}
/** Returns the product with its price; the item's id is the tooltip. */
function productLabel({ data }, product, box) {
	const label = make("label", {
		className: "product",
		title: data.label
	}, box, product);
	if (data.price !== void 0) label.append(make("small", {}, mapPriceText(data.price)));
	return label;
}
// src/render/quantity-text.ts
/**
* Rounds a share of 0 to 1 to the percentage for people, on a terminal and on a map page. Whole percents; tenths
* below 10 and above 99; the first digit below a tenth. 100 only for all, and 0 only for nothing.
*/
function roundedPercent(share) {
	const percent = share * 100;
	if (percent > 99.999) return 100;
	if (percent < .1) return Number(percent.toPrecision(1));
	if (percent >= 10 && percent < 99) return Math.round(percent);
	return Math.floor(percent * 10 + 1e-9) / 10;
}
// src/render/map-page/cover.ts
var CoverGrid = class {
	latitudes;
	weights;
	/** \`middle\`: longitudes are counted within 180 degrees of it. */
	constructor({ south, north, middle }, parallels = 400) {
		this.middle = middle;
		this.latitudes = new Float64Array(parallels);
		this.weights = new Float64Array(parallels);
		const height = (north - south) / parallels;
		for (let at = 0; at < parallels; at++) {
			const latitude = south + height * (at + .5);
			this.latitudes[at] = latitude;
			this.weights[at] = stripKm2(latitude, height);
		}
	}
	middle;
	/** Returns the region of a geometry whose edges take the shorter way. */
	region(geometry) {
		const polygons = polygonsIn(geometry);
		const heights = polygons.flat(2).map(([, latitude = 0]) => latitude);
		const [south, north] = [heights.reduce(least, 1e400), heights.reduce(most, -1e400)];
		return { intervals: Array.from(this.latitudes, (latitude) => latitude < south || latitude > north ? [] : union(polygons.flatMap((rings) => this.crossings(rings, latitude)))) };
	}
	/** Returns the union of the regions, within \`frame\`. */
	union(regions, frame) {
		return { intervals: Array.from(this.latitudes, (_, at) => {
			const all = union(regions.flatMap(({ intervals }) => intervals[at]));
			return frame === void 0 ? all : intersection(all, frame.intervals[at]);
		}) };
	}
	areaKm2({ intervals }) {
		let sum = 0;
		intervals.forEach((row, at) => {
			for (const [west, east] of row) sum += (east - west) * this.weights[at];
		});
		return sum;
	}
	/** Returns longitudes between an odd and an even crossing, shifted to within 180 degrees of the middle. */
	crossings(rings, latitude) {
		const found = [];
		for (const ring of rings) for (let at = 1; at < ring.length; at++) {
			const [[fromX, fromY], [toX, toY]] = [ring[at - 1], ring[at]];
			if (fromY > latitude === toY > latitude) continue;
			found.push(fromX + (toX - fromX) * (latitude - fromY) / (toY - fromY));
		}
		found.sort((one, other) => one - other);
		const intervals = [];
		const [low, high] = [this.middle - 180, this.middle + 180];
		for (let at = 1; at < found.length; at += 2) {
			const turn = 360 * Math.floor((found[at - 1] - low) / 360);
			const [west, east] = [found[at - 1] - turn, found[at] - turn];
			intervals.push([west, Math.min(east, high)]);
			if (east > high) intervals.push([low, Math.min(east - 360, high)]);
		}
		return intervals;
	}
};
const least = (one, other) => Math.min(one, other);
const most = (one, other) => Math.max(one, other);
function polygonsIn(geometry) {
	if (geometry?.type === "GeometryCollection") return geometry.geometries.flatMap(polygonsIn);
	if (geometry?.type === "MultiPolygon") return geometry.coordinates;
	return geometry?.type === "Polygon" ? [geometry.coordinates] : [];
}
function union(intervals) {
	if (intervals.length < 2) return [...intervals];
	const joined = [];
	for (const [west, east] of intervals.toSorted(([one], [other]) => one - other)) {
		const last = joined.at(-1);
		if (last !== void 0 && west <= last[1]) last[1] = Math.max(last[1], east);
		else joined.push([west, east]);
	}
	return joined;
}
function intersection(one, other) {
	const common = [];
	for (const [west, east] of one) for (const [left, right] of other) if (right > west && left < east) common.push([Math.max(west, left), Math.min(east, right)]);
	return common;
}
const RADIUS_KM = 6378.137;
const ECCENTRICITY_2 = .006694379990141317;
const RADIANS = Math.PI / 180;
/** Returns the square kilometres of a strip one degree of longitude wide. */
function stripKm2(latitude, height) {
	const sine = Math.sin(latitude * RADIANS);
	const squash = 1 - ECCENTRICITY_2 * sine * sine;
	const density = Math.cos(latitude * RADIANS) * .9933056200098587 / (squash * squash);
	return RADIUS_KM * RADIUS_KM * density * height * RADIANS * RADIANS;
}
// src/render/map-page/coverage.ts
/** Measures coverage on the parallels of the requested area, or of all rows without one. */
var Coverage = class {
	grid;
	frame;
	regions = /* @__PURE__ */ new Map();
	constructor(grid, frame) {
		this.grid = grid;
		this.frame = frame;
	}
	get isOfArea() {
		return this.frame !== void 0;
	}
	together(rows) {
		const { grid, frame } = this;
		const regions = rows.map((row) => this.regionOf(row));
		const km2 = grid.areaKm2(grid.union(regions, frame));
		return frame === void 0 ? { km2 } : { percent: roundedPercent(km2 / grid.areaKm2(frame)) };
	}
	regionOf(row) {
		const known = this.regions.get(row);
		if (known !== void 0) return known;
		const region = this.grid.region(row.geometry);
		this.regions.set(row, region);
		return region;
	}
};
/** Returns the number of parallels for many rows: enough for tenths of a percent. */
const parallelsFor = (rows) => rows > 1e3 ? 120 : 400;
function coverageOf({ area, rows, cover }) {
	if (cover === void 0) return void 0;
	const grid = new CoverGrid(cover, cover.isOfArea ? parallelsFor(rows.length) : 400);
	const frame = cover.isOfArea ? grid.region(area) : void 0;
	return new Coverage(grid, frame && grid.areaKm2(frame) > 0 ? frame : void 0);
}
// src/render/map-page/browser/page-rows.ts
/**
* The state of an open page, in the browser only: the rows with ticks, filters and sorting; the views listen to
* changes. \`data\` is the part that Node wrote into the page (\`../page-data.ts\`); it never changes. Adjacent rows with
* products of one collect form a scene; any other row is its own scene. This file needs no document.
*/
var PageRows = class {
	all;
	scenes;
	/** Whether the rows are products of scenes. */
	hasScenes;
	columns;
	filters = {
		text: "",
		choices: /* @__PURE__ */ new Map(),
		limits: /* @__PURE__ */ new Map(),
		time: [-1e400, 1e400]
	};
	/** In the order of the table. */
	shown;
	hovered;
	sort;
	listeners = [];
	coverage;
	constructor(data, plane) {
		this.coverage = coverageOf(data);
		this.all = data.rows.map((row, index) => {
			const { cells } = row;
			const timeMs = row.time === void 0 ? NaN : Date.parse(row.time);
			const flat = plane.flatten(shapeOf(row.geometry));
			return {
				index,
				data: row,
				cells,
				text: cells.join("\\n").toLowerCase(),
				flat,
				timeMs,
				isTicked: false,
				isShown: true
			};
		});
		this.hasScenes = data.rows.some(({ scene }) => scene !== void 0);
		this.scenes = pageScenes(this.all);
		this.columns = data.columns;
		this.shown = this.scenes;
	}
	on(change, listener) {
		this.listeners.push([change, listener]);
	}
	tell(change) {
		for (const [name, listener] of this.listeners) if (name === change) listener();
	}
	get ticked() {
		return this.all.filter(({ isTicked }) => isTicked);
	}
	tick(rows, isTicked) {
		for (const row of rows) row.isTicked = isTicked;
		this.tell("ticked");
	}
	/** Returns the rows that pass the filters. */
	get shownRows() {
		return this.shown.flatMap(({ shown }) => shown);
	}
	hover(scene) {
		if (scene === this.hovered) return;
		this.hovered = scene;
		this.tell("hovered");
	}
	/** Applies filters and sorting again. */
	update() {
		const { text, choices, limits, time } = this.filters;
		const [from, to] = time;
		const hasTime = from > -1e400 || to < 1e400;
		for (const row of this.all) row.isShown = (text === "" || row.text.includes(text)) && [...choices].every(([at, values]) => values.has(String(row.cells[at] ?? ""))) && [...limits].every(([at, [least, most]]) => isBetween(row.cells[at], least, most)) && (!hasTime || row.timeMs >= from && row.timeMs <= to);
		for (const scene of this.scenes) scene.shown = scene.rows.filter(({ isShown }) => isShown);
		const shown = this.scenes.filter((scene) => scene.shown.length > 0);
		if (this.sort !== void 0) {
			const { at, isDown } = this.sort;
			const keys = new Map(shown.map((scene) => [scene, sortCell(scene, at, isDown)]));
			shown.sort((one, other) => compareCells(keys.get(one), keys.get(other), isDown) || one.index - other.index);
		}
		this.shown = shown;
		this.tell("shown");
	}
	/**
	* Returns the area that the rows cover together: a share of the requested area, or square kilometres without one.
	*/
	coveredBy(rows) {
		return this.coverage?.together(rows.map(({ data }) => data)) ?? {};
	}
};
/** Returns the scenes in the order of their first rows. */
function pageScenes(all) {
	const groups = /* @__PURE__ */ new Map();
	for (const row of all) {
		const key = row.data.scene?.id ?? row;
		const known = groups.get(key);
		if (known === void 0) groups.set(key, [row]);
		else known.push(row);
	}
	return [...groups.values()].map((rows, index) => {
		const [{ data }] = rows;
		return {
			index,
			name: data.scene?.name ?? data.label,
			rows,
			shown: rows
		};
	});
}
/** Returns the first value of its products in the current direction. */
const sortCell = ({ shown }, at, isDown) => shown.map(({ cells }) => cells[at] ?? null).sort((one, other) => compareCells(one, other, isDown))[0];
function isBetween(cell, least, most) {
	const value = cell === null || cell === void 0 ? NaN : Number(cell);
	return value >= least && value <= most;
}
/** Empty cells come last in both directions. */
function compareCells(one, other, isDown) {
	if (one === null || other === null) return Number(one === null) - Number(other === null);
	const order = typeof one === "number" && typeof other === "number" ? one - other : String(one) < String(other) ? -1 : Number(String(one) > String(other));
	return isDown ? -order : order;
}
// src/render/page/browser/enlarged-picture.ts
/** An enlarged picture with a caption: its content, its pixels, and their extent on the ground. Escape closes it. */
const dialog = byId("enlarged");
const large = byId("enlarged-picture");
let returnFocus = () => {};
byId("enlarged-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
	if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => returnFocus());
/** Shows the picture and replaces an open one; \`focus\` is called when it is closed. */
function enlarge({ url, name, about, ground }, focus) {
	returnFocus = focus;
	Object.assign(large, {
		src: url,
		alt: name
	});
	byId("enlarged-name").textContent = name;
	byId("enlarged-about").textContent = about;
	const showSize = (pixels) => {
		if (large.src !== url) return;
		byId("enlarged-size").textContent = ground === "" ? pixels : \`\${pixels} \\u00b7 \${ground}\`;
	};
	large.decode().then(() => showSize(\`\${large.naturalWidth} x \${large.naturalHeight} pixels\`), () => showSize("this browser cannot draw the picture"));
	if (!dialog.open) dialog.showModal();
}
// src/render/map-page/browser/picture-button.ts
/** The small picture of a row, enlarged by a click or a key. */
/** Returns nothing for a scene without a picture. */
function pictureButton(scene, columns) {
	const row = scene.rows.find(({ data }) => data.picture !== void 0);
	if (row === void 0) return [];
	const url = row.data.picture;
	const name = nameOf(scene, row, columns);
	const button = make("button", {
		type: "button",
		className: "picture",
		ariaLabel: \`Enlarge \${name}\`
	});
	button.append(make("img", {
		src: url,
		alt: "",
		loading: "lazy"
	}));
	button.addEventListener("click", () => {
		const about = columns.filter((column) => column !== leadOf(columns) && column.key !== "#").flatMap((column) => detailText(scene, column)).join(" · ");
		const { ground = "" } = row.data;
		enlarge({
			url,
			name,
			about,
			ground
		}, () => (button.isConnected ? button : byId("rows")).focus());
	});
	return [button];
}
/** Returns \`2026-11-19 10:15 UTC, scene 69c19618, GEO\`, or the id of a row that is its own scene. */
function nameOf(scene, { data }, columns) {
	const lead = leadOf(columns);
	const first = lead === void 0 ? "" : sceneText(scene, lead);
	const utc = lead?.kind === "time" && first !== "" ? \`\${first} UTC\` : first;
	const own = data.scene === void 0 ? [data.label] : [\`scene \${data.scene.name}\`, data.scene.product];
	return [.../* @__PURE__ */ new Set([utc, ...own])].filter((part) => part !== "").join(", ");
}
// src/render/map-page/browser/table-view.ts
/**
* The table: one page of scenes at a time, sorted by its column headings; ticks; hover and focus show a scene on the
* map.
*/
/** More rows at once would slow down filters. */
const PAGE_ROWS = 100;
/** Maximum number of rows of a printed page, and its width. */
const MOST_PRINTED = 2e3;
const PRINTED_WIDTH = 690;
var TableView = class {
	rows;
	zoomTo;
	first = 0;
	length = PAGE_ROWS;
	body = byId("body");
	lines = /* @__PURE__ */ new Map();
	columns;
	fitted;
	hasPictures;
	tickAll = byId("tick-all");
	order = byId("sort");
	constructor(rows, zoomTo) {
		this.rows = rows;
		this.zoomTo = zoomTo;
		this.columns = tableColumns(rows);
		this.hasPictures = rows.all.some(({ data }) => data.picture !== void 0);
		this.fitted = this.fit(this.width());
		this.makeHead();
		this.makeOrder();
		this.showConstants();
		byId("all-label").hidden = rows.all.length < 2;
		for (const id of [
			"counts",
			"table",
			"basket"
		]) byId(id).hidden = rows.all.length === 0;
		byId("all-text").textContent = rows.hasScenes ? "Tick every product shown" : "Tick all shown";
		this.tickAll.addEventListener("change", () => rows.tick(rows.shownRows, this.tickAll.checked));
		byId("page-back").addEventListener("click", () => this.turn(-100));
		byId("page-on").addEventListener("click", () => this.turn(PAGE_ROWS));
		this.body.addEventListener("pointerover", (event) => rows.hover(this.sceneOf(event.target)));
		this.body.addEventListener("pointerleave", () => rows.hover(void 0));
		this.body.addEventListener("focusin", (event) => rows.hover(this.sceneOf(event.target)));
		this.body.addEventListener("focusout", () => rows.hover(void 0));
		this.body.addEventListener("keydown", (event) => this.moveByKey(event));
		rows.on("shown", () => {
			this.first = 0;
			this.draw();
		});
		rows.on("ticked", () => this.showTicks());
		rows.on("hovered", () => this.showHovered());
		addEventListener("beforeprint", () => {
			this.length = MOST_PRINTED;
			this.refit(PRINTED_WIDTH);
		});
		addEventListener("afterprint", () => {
			this.length = PAGE_ROWS;
			this.refit(this.width());
		});
		new ResizeObserver(() => {
			if (this.length === PAGE_ROWS) this.refit(this.width());
		}).observe(byId("rows"));
		this.draw();
	}
	/** Scrolls a scene into view. */
	reveal(scene) {
		const at = this.rows.shown.indexOf(scene);
		if (at < 0) return;
		if (at < this.first || at >= this.first + this.length) {
			this.first = Math.floor(at / PAGE_ROWS) * PAGE_ROWS;
			this.draw();
		}
		const [frame, line] = [byId("rows"), this.lines.get(scene)?.element];
		if (line !== void 0 && frame.scrollHeight > frame.clientHeight + 1) line.scrollIntoView({ block: "nearest" });
	}
	/** Excludes the padding of the rows. */
	width = () => byId("rows").clientWidth - 32;
	fit(width) {
		const fitted = fitColumns(this.rows, this.columns, width, { hasPictures: this.hasPictures });
		byId("table").style.setProperty("--columns", fitted.template);
		return fitted;
	}
	/** Draws again when other columns fit. */
	refit(width) {
		const before = \`\${this.fitted.template} \${this.lines.size}\`;
		this.fitted = this.fit(width);
		if (\`\${this.fitted.template} \${this.visible().length}\` === before) return;
		this.makeHead();
		this.draw();
	}
	makeHead() {
		const { inLine } = this.fitted;
		const head = make("tr", { role: "row" });
		const add = (className, ...content) => {
			const cell = make("th", {
				scope: "col",
				className,
				role: "columnheader"
			}, ...content);
			head.append(cell);
			return cell;
		};
		if (!this.rows.hasScenes) add("tick", make("span", { className: "visually-hidden" }, "Tick"));
		if (this.hasPictures) add("pictures", "Picture");
		for (const { column } of inLine) {
			const button = make("button", { type: "button" }, column.head);
			const cell = add(column.kind, button);
			if (this.rows.sort?.at === column.at) cell.ariaSort = this.rows.sort.isDown ? "descending" : "ascending";
			button.addEventListener("click", () => {
				const { sort } = this.rows;
				this.sortBy({
					at: column.at,
					isDown: sort?.at === column.at && !sort.isDown
				});
			});
		}
		byId("head").replaceChildren(head);
	}
	/** Offers every column in both directions, including columns without a heading. */
	makeOrder() {
		const sortable = [...this.columns, ...this.rows.columns.filter((column) => !this.columns.includes(column))];
		this.order.append(make("option", { value: "" }, "as found"), ...sortable.filter(({ constant }) => constant === void 0).flatMap((column) => [make("option", { value: \`\${column.at}+\` }, \`\${column.head} \\u2191\`), make("option", { value: \`\${column.at}-\` }, \`\${column.head} \\u2193\`)]));
		this.order.addEventListener("change", () => {
			const { value } = this.order;
			this.sortBy(value === "" ? void 0 : {
				at: Number.parseInt(value, 10),
				isDown: value.endsWith("-")
			});
		});
		this.order.parentElement.hidden = this.rows.scenes.length < 2;
	}
	sortBy(sort) {
		this.rows.sort = sort;
		this.order.value = sort === void 0 ? "" : \`\${sort.at}\${sort.isDown ? "-" : "+"}\`;
		[...byId("head").querySelectorAll("th:has(button)")].forEach((cell, index) => {
			if (this.fitted.inLine[index]?.column.at !== sort?.at) cell.removeAttribute("aria-sort");
			else cell.setAttribute("aria-sort", sort.isDown ? "descending" : "ascending");
		});
		this.rows.update();
	}
	/** Values that all rows share are shown once below the table. */
	showConstants() {
		const texts = this.rows.columns.flatMap((column) => column.constant === void 0 || column.constant === null || this.columns.includes(column) ? [] : [\`\${column.head.toLowerCase()} \${displayed(column.constant, "text")}\`]);
		const note = byId("same");
		note.hidden = texts.length === 0;
		note.textContent = \`The same in all rows: \${texts.join(", ")}\`;
	}
	turn(by) {
		this.first = Math.max(0, this.first + by);
		this.draw();
		byId("rows").scrollTop = 0;
	}
	visible = () => this.rows.shown.slice(this.first, this.first + this.length);
	draw() {
		const { shown } = this.rows;
		const page = this.visible();
		this.lines.clear();
		const fragment = document.createDocumentFragment();
		for (const scene of page) {
			const line = this.lineOf(scene);
			this.lines.set(scene, line);
			fragment.append(line.element);
		}
		this.body.replaceChildren(fragment);
		byId("pages").hidden = shown.length <= this.length;
		byId("page-text").textContent = \`\${grouped(this.first + 1)} to \${grouped(this.first + page.length)} of \${grouped(shown.length)}\`;
		byId("page-back").disabled = this.first === 0;
		byId("page-on").disabled = this.first + page.length >= shown.length;
		const none = byId("none");
		none.hidden = shown.length > 0;
		none.textContent = this.rows.all.length === 0 ? "Nothing was found." : "No row passes the filters.";
		this.showTicks();
		this.showHovered();
	}
	lineOf(scene) {
		const { inLine, below } = this.fitted;
		const ticks = productTicks(this.rows, scene);
		const cells = [];
		const add = (className, ...content) => void cells.push(make("td", {
			className,
			role: "cell"
		}, ...content));
		if (!this.rows.hasScenes) add("tick", ticks.element);
		if (this.hasPictures) add("pictures", ...pictureButton(scene, this.columns));
		for (const { column } of inLine) cells.push(this.cellOf(scene, column, column === leadOf(this.columns)));
		const details = make("span", {}, below.flatMap((column) => detailText(scene, column)).join(" · "));
		const second = [...this.rows.hasScenes ? [ticks.element] : [], ...details.textContent === "" ? [] : [details]];
		if (second.length > 0) add("below", ...second);
		return {
			element: make("tr", { role: "row" }, ...cells),
			ticks
		};
	}
	cellOf(scene, column, isLead) {
		const text = sceneText(scene, column);
		const cell = make("td", {
			className: column.isId ? "id" : column.kind,
			role: "cell"
		});
		if (text.length > 20) cell.title = text;
		if (!isLead) {
			cell.textContent = text;
			return cell;
		}
		const button = make("button", {
			type: "button",
			className: "lead"
		}, text === "" ? scene.name : text);
		button.setAttribute("aria-label", \`\${text} \${scene.name === text ? "" : scene.name}, show on the map\`);
		button.title = \`Show \${scene.name} on the map\`;
		button.addEventListener("click", () => this.zoomTo(scene));
		cell.append(button);
		return cell;
	}
	sceneOf(target) {
		const line = target instanceof Element ? target.closest("tr") : null;
		for (const [scene, { element }] of this.lines) if (element === line) return scene;
	}
	/** Up and down move between the ticks of neighbouring rows, left and right between the products of one row. */
	moveByKey(event) {
		const step = {
			ArrowDown: [1, 0],
			ArrowUp: [-1, 0],
			ArrowRight: [0, 1],
			ArrowLeft: [0, -1]
		}[event.key];
		if (step === void 0 || !(event.target instanceof HTMLInputElement)) return;
		const lines = [...this.lines.values()].map(({ element }) => element);
		const boxesOf = (line) => [...line?.querySelectorAll("input") ?? []];
		const line = event.target.closest("tr");
		const place = boxesOf(line).indexOf(event.target) + step[1];
		const boxes = boxesOf(lines[lines.indexOf(line) + step[0]]);
		const next = step[0] === 0 ? boxes[place] : boxes[Math.min(place, boxes.length - 1)];
		if (next === void 0) return;
		event.preventDefault();
		next.focus();
	}
	showTicks() {
		for (const [{ shown }, { element, ticks }] of this.lines) {
			element.classList.toggle("ticked", shown.some(({ isTicked }) => isTicked));
			ticks.show();
		}
		const all = this.rows.shownRows;
		const count = all.filter(({ isTicked }) => isTicked).length;
		this.tickAll.checked = count > 0 && count === all.length;
		this.tickAll.indeterminate = count > 0 && count < all.length;
	}
	showHovered() {
		for (const [scene, { element }] of this.lines) element.classList.toggle("hovered", scene === this.rows.hovered);
	}
};
// node_modules/d3-brush/src/constant.js
var constant_default = (x) => () => x;
// node_modules/d3-brush/src/event.js
function BrushEvent(type, { sourceEvent, target, selection, mode, dispatch }) {
	Object.defineProperties(this, {
		type: {
			value: type,
			enumerable: true,
			configurable: true
		},
		sourceEvent: {
			value: sourceEvent,
			enumerable: true,
			configurable: true
		},
		target: {
			value: target,
			enumerable: true,
			configurable: true
		},
		selection: {
			value: selection,
			enumerable: true,
			configurable: true
		},
		mode: {
			value: mode,
			enumerable: true,
			configurable: true
		},
		_: { value: dispatch }
	});
}
// node_modules/d3-brush/src/noevent.js
function nopropagation(event) {
	event.stopImmediatePropagation();
}
function noevent_default(event) {
	event.preventDefault();
	event.stopImmediatePropagation();
}
// node_modules/d3-brush/src/brush.js
var MODE_DRAG = { name: "drag" };
var MODE_SPACE = { name: "space" };
var MODE_HANDLE = { name: "handle" };
var MODE_CENTER = { name: "center" };
const { abs, max, min } = Math;
function number1(e) {
	return [+e[0], +e[1]];
}
function number2(e) {
	return [number1(e[0]), number1(e[1])];
}
var X = {
	name: "x",
	handles: ["w", "e"].map(type),
	input: function(x, e) {
		return x == null ? null : [[+x[0], e[0][1]], [+x[1], e[1][1]]];
	},
	output: function(xy) {
		return xy && [xy[0][0], xy[1][0]];
	}
};
var Y = {
	name: "y",
	handles: ["n", "s"].map(type),
	input: function(y, e) {
		return y == null ? null : [[e[0][0], +y[0]], [e[1][0], +y[1]]];
	},
	output: function(xy) {
		return xy && [xy[0][1], xy[1][1]];
	}
};
[
	"n",
	"w",
	"e",
	"s",
	"nw",
	"ne",
	"sw",
	"se"
].map(type);
var cursors = {
	overlay: "crosshair",
	selection: "move",
	n: "ns-resize",
	e: "ew-resize",
	s: "ns-resize",
	w: "ew-resize",
	nw: "nwse-resize",
	ne: "nesw-resize",
	se: "nwse-resize",
	sw: "nesw-resize"
};
var flipX = {
	e: "w",
	w: "e",
	nw: "ne",
	ne: "nw",
	se: "sw",
	sw: "se"
};
var flipY = {
	n: "s",
	s: "n",
	nw: "sw",
	ne: "se",
	se: "ne",
	sw: "nw"
};
var signsX = {
	overlay: 1,
	selection: 1,
	n: null,
	e: 1,
	s: null,
	w: -1,
	nw: -1,
	ne: 1,
	se: 1,
	sw: -1
};
var signsY = {
	overlay: 1,
	selection: 1,
	n: -1,
	e: null,
	s: 1,
	w: null,
	nw: -1,
	ne: -1,
	se: 1,
	sw: 1
};
function type(t) {
	return { type: t };
}
function defaultFilter(event) {
	return !event.ctrlKey && !event.button;
}
function defaultExtent() {
	var svg = this.ownerSVGElement || this;
	if (svg.hasAttribute("viewBox")) {
		svg = svg.viewBox.baseVal;
		return [[svg.x, svg.y], [svg.x + svg.width, svg.y + svg.height]];
	}
	return [[0, 0], [svg.width.baseVal.value, svg.height.baseVal.value]];
}
function defaultTouchable() {
	return navigator.maxTouchPoints || "ontouchstart" in this;
}
function local(node) {
	while (!node.__brush) if (!(node = node.parentNode)) return;
	return node.__brush;
}
function empty(extent) {
	return extent[0][0] === extent[1][0] || extent[0][1] === extent[1][1];
}
function brushX() {
	return brush(X);
}
function brush(dim) {
	var extent = defaultExtent, filter = defaultFilter, touchable = defaultTouchable, keys = true, listeners = dispatch("start", "brush", "end"), handleSize = 6, touchending;
	function brush(group) {
		var overlay = group.property("__brush", initialize).selectAll(".overlay").data([type("overlay")]);
		overlay.enter().append("rect").attr("class", "overlay").attr("pointer-events", "all").attr("cursor", cursors.overlay).merge(overlay).each(function() {
			var extent = local(this).extent;
			select_default(this).attr("x", extent[0][0]).attr("y", extent[0][1]).attr("width", extent[1][0] - extent[0][0]).attr("height", extent[1][1] - extent[0][1]);
		});
		group.selectAll(".selection").data([type("selection")]).enter().append("rect").attr("class", "selection").attr("cursor", cursors.selection).attr("fill", "#777").attr("fill-opacity", .3).attr("stroke", "#fff").attr("shape-rendering", "crispEdges");
		var handle = group.selectAll(".handle").data(dim.handles, function(d) {
			return d.type;
		});
		handle.exit().remove();
		handle.enter().append("rect").attr("class", function(d) {
			return "handle handle--" + d.type;
		}).attr("cursor", function(d) {
			return cursors[d.type];
		});
		group.each(redraw).attr("fill", "none").attr("pointer-events", "all").on("mousedown.brush", started).filter(touchable).on("touchstart.brush", started).on("touchmove.brush", touchmoved).on("touchend.brush touchcancel.brush", touchended).style("touch-action", "none").style("-webkit-tap-highlight-color", "rgba(0,0,0,0)");
	}
	brush.move = function(group, selection, event) {
		if (group.tween) group.on("start.brush", function(event) {
			emitter(this, arguments).beforestart().start(event);
		}).on("interrupt.brush end.brush", function(event) {
			emitter(this, arguments).end(event);
		}).tween("brush", function() {
			var that = this, state = that.__brush, emit = emitter(that, arguments), selection0 = state.selection, selection1 = dim.input(typeof selection === "function" ? selection.apply(this, arguments) : selection, state.extent), i = value(selection0, selection1);
			function tween(t) {
				state.selection = t === 1 && selection1 === null ? null : i(t);
				redraw.call(that);
				emit.brush();
			}
			return selection0 !== null && selection1 !== null ? tween : tween(1);
		});
		else group.each(function() {
			var that = this, args = arguments, state = that.__brush, selection1 = dim.input(typeof selection === "function" ? selection.apply(that, args) : selection, state.extent), emit = emitter(that, args).beforestart();
			interrupt(that);
			state.selection = selection1 === null ? null : selection1;
			redraw.call(that);
			emit.start(event).brush(event).end(event);
		});
	};
	brush.clear = function(group, event) {
		brush.move(group, null, event);
	};
	function redraw() {
		var group = select_default(this), selection = local(this).selection;
		if (selection) {
			group.selectAll(".selection").style("display", null).attr("x", selection[0][0]).attr("y", selection[0][1]).attr("width", selection[1][0] - selection[0][0]).attr("height", selection[1][1] - selection[0][1]);
			group.selectAll(".handle").style("display", null).attr("x", function(d) {
				return d.type[d.type.length - 1] === "e" ? selection[1][0] - handleSize / 2 : selection[0][0] - handleSize / 2;
			}).attr("y", function(d) {
				return d.type[0] === "s" ? selection[1][1] - handleSize / 2 : selection[0][1] - handleSize / 2;
			}).attr("width", function(d) {
				return d.type === "n" || d.type === "s" ? selection[1][0] - selection[0][0] + handleSize : handleSize;
			}).attr("height", function(d) {
				return d.type === "e" || d.type === "w" ? selection[1][1] - selection[0][1] + handleSize : handleSize;
			});
		} else group.selectAll(".selection,.handle").style("display", "none").attr("x", null).attr("y", null).attr("width", null).attr("height", null);
	}
	function emitter(that, args, clean) {
		var emit = that.__brush.emitter;
		return emit && (!clean || !emit.clean) ? emit : new Emitter(that, args, clean);
	}
	function Emitter(that, args, clean) {
		this.that = that;
		this.args = args;
		this.state = that.__brush;
		this.active = 0;
		this.clean = clean;
	}
	Emitter.prototype = {
		beforestart: function() {
			if (++this.active === 1) this.state.emitter = this, this.starting = true;
			return this;
		},
		start: function(event, mode) {
			if (this.starting) this.starting = false, this.emit("start", event, mode);
			else this.emit("brush", event);
			return this;
		},
		brush: function(event, mode) {
			this.emit("brush", event, mode);
			return this;
		},
		end: function(event, mode) {
			if (--this.active === 0) delete this.state.emitter, this.emit("end", event, mode);
			return this;
		},
		emit: function(type, event, mode) {
			var d = select_default(this.that).datum();
			listeners.call(type, this.that, new BrushEvent(type, {
				sourceEvent: event,
				target: brush,
				selection: dim.output(this.state.selection),
				mode,
				dispatch: listeners
			}), d);
		}
	};
	function started(event) {
		if (touchending && !event.touches) return;
		if (!filter.apply(this, arguments)) return;
		var that = this, type = event.target.__data__.type, mode = (keys && event.metaKey ? type = "overlay" : type) === "selection" ? MODE_DRAG : keys && event.altKey ? MODE_CENTER : MODE_HANDLE, signX = dim === Y ? null : signsX[type], signY = dim === X ? null : signsY[type], state = local(that), extent = state.extent, selection = state.selection, W = extent[0][0], w0, w1, N = extent[0][1], n0, n1, E = extent[1][0], e0, e1, S = extent[1][1], s0, s1, dx = 0, dy = 0, moving, shifting = signX && signY && keys && event.shiftKey, lockX, lockY, points = Array.from(event.touches || [event], (t) => {
			const i = t.identifier;
			t = pointer_default(t, that);
			t.point0 = t.slice();
			t.identifier = i;
			return t;
		});
		interrupt(that);
		var emit = emitter(that, arguments, true).beforestart();
		if (type === "overlay") {
			if (selection) moving = true;
			const pts = [points[0], points[1] || points[0]];
			state.selection = selection = [[w0 = dim === Y ? W : min(pts[0][0], pts[1][0]), n0 = dim === X ? N : min(pts[0][1], pts[1][1])], [e0 = dim === Y ? E : max(pts[0][0], pts[1][0]), s0 = dim === X ? S : max(pts[0][1], pts[1][1])]];
			if (points.length > 1) move(event);
		} else {
			w0 = selection[0][0];
			n0 = selection[0][1];
			e0 = selection[1][0];
			s0 = selection[1][1];
		}
		w1 = w0;
		n1 = n0;
		e1 = e0;
		s1 = s0;
		var group = select_default(that).attr("pointer-events", "none");
		var overlay = group.selectAll(".overlay").attr("cursor", cursors[type]);
		if (event.touches) {
			emit.moved = moved;
			emit.ended = ended;
		} else {
			var view = select_default(event.view).on("mousemove.brush", moved, true).on("mouseup.brush", ended, true);
			if (keys) view.on("keydown.brush", keydowned, true).on("keyup.brush", keyupped, true);
			nodrag(event.view);
		}
		redraw.call(that);
		emit.start(event, mode.name);
		function moved(event) {
			for (const p of event.changedTouches || [event]) for (const d of points) if (d.identifier === p.identifier) d.cur = pointer_default(p, that);
			if (shifting && !lockX && !lockY && points.length === 1) {
				const point = points[0];
				if (abs(point.cur[0] - point[0]) > abs(point.cur[1] - point[1])) lockY = true;
				else lockX = true;
			}
			for (const point of points) if (point.cur) point[0] = point.cur[0], point[1] = point.cur[1];
			moving = true;
			noevent_default(event);
			move(event);
		}
		function move(event) {
			const point = points[0], point0 = point.point0;
			var t;
			dx = point[0] - point0[0];
			dy = point[1] - point0[1];
			switch (mode) {
				case MODE_SPACE:
				case MODE_DRAG:
					if (signX) dx = max(W - w0, min(E - e0, dx)), w1 = w0 + dx, e1 = e0 + dx;
					if (signY) dy = max(N - n0, min(S - s0, dy)), n1 = n0 + dy, s1 = s0 + dy;
					break;
				case MODE_HANDLE:
					if (points[1]) {
						if (signX) w1 = max(W, min(E, points[0][0])), e1 = max(W, min(E, points[1][0])), signX = 1;
						if (signY) n1 = max(N, min(S, points[0][1])), s1 = max(N, min(S, points[1][1])), signY = 1;
					} else {
						if (signX < 0) dx = max(W - w0, min(E - w0, dx)), w1 = w0 + dx, e1 = e0;
						else if (signX > 0) dx = max(W - e0, min(E - e0, dx)), w1 = w0, e1 = e0 + dx;
						if (signY < 0) dy = max(N - n0, min(S - n0, dy)), n1 = n0 + dy, s1 = s0;
						else if (signY > 0) dy = max(N - s0, min(S - s0, dy)), n1 = n0, s1 = s0 + dy;
					}
					break;
				case MODE_CENTER:
					if (signX) w1 = max(W, min(E, w0 - dx * signX)), e1 = max(W, min(E, e0 + dx * signX));
					if (signY) n1 = max(N, min(S, n0 - dy * signY)), s1 = max(N, min(S, s0 + dy * signY));
			}
			if (e1 < w1) {
				signX *= -1;
				t = w0, w0 = e0, e0 = t;
				t = w1, w1 = e1, e1 = t;
				if (type in flipX) overlay.attr("cursor", cursors[type = flipX[type]]);
			}
			if (s1 < n1) {
				signY *= -1;
				t = n0, n0 = s0, s0 = t;
				t = n1, n1 = s1, s1 = t;
				if (type in flipY) overlay.attr("cursor", cursors[type = flipY[type]]);
			}
			if (state.selection) selection = state.selection;
			if (lockX) w1 = selection[0][0], e1 = selection[1][0];
			if (lockY) n1 = selection[0][1], s1 = selection[1][1];
			if (selection[0][0] !== w1 || selection[0][1] !== n1 || selection[1][0] !== e1 || selection[1][1] !== s1) {
				state.selection = [[w1, n1], [e1, s1]];
				redraw.call(that);
				emit.brush(event, mode.name);
			}
		}
		function ended(event) {
			nopropagation(event);
			if (event.touches) {
				if (event.touches.length) return;
				if (touchending) clearTimeout(touchending);
				touchending = setTimeout(function() {
					touchending = null;
				}, 500);
			} else {
				yesdrag(event.view, moving);
				view.on("keydown.brush keyup.brush mousemove.brush mouseup.brush", null);
			}
			group.attr("pointer-events", "all");
			overlay.attr("cursor", cursors.overlay);
			if (state.selection) selection = state.selection;
			if (empty(selection)) state.selection = null, redraw.call(that);
			emit.end(event, mode.name);
		}
		function keydowned(event) {
			switch (event.keyCode) {
				case 16:
					shifting = signX && signY;
					break;
				case 18:
					if (mode === MODE_HANDLE) {
						if (signX) e0 = e1 - dx * signX, w0 = w1 + dx * signX;
						if (signY) s0 = s1 - dy * signY, n0 = n1 + dy * signY;
						mode = MODE_CENTER;
						move(event);
					}
					break;
				case 32:
					if (mode === MODE_HANDLE || mode === MODE_CENTER) {
						if (signX < 0) e0 = e1 - dx;
						else if (signX > 0) w0 = w1 - dx;
						if (signY < 0) s0 = s1 - dy;
						else if (signY > 0) n0 = n1 - dy;
						mode = MODE_SPACE;
						overlay.attr("cursor", cursors.selection);
						move(event);
					}
					break;
				default: return;
			}
			noevent_default(event);
		}
		function keyupped(event) {
			switch (event.keyCode) {
				case 16:
					if (shifting) {
						lockX = lockY = shifting = false;
						move(event);
					}
					break;
				case 18:
					if (mode === MODE_CENTER) {
						if (signX < 0) e0 = e1;
						else if (signX > 0) w0 = w1;
						if (signY < 0) s0 = s1;
						else if (signY > 0) n0 = n1;
						mode = MODE_HANDLE;
						move(event);
					}
					break;
				case 32:
					if (mode === MODE_SPACE) {
						if (event.altKey) {
							if (signX) e0 = e1 - dx * signX, w0 = w1 + dx * signX;
							if (signY) s0 = s1 - dy * signY, n0 = n1 + dy * signY;
							mode = MODE_CENTER;
						} else {
							if (signX < 0) e0 = e1;
							else if (signX > 0) w0 = w1;
							if (signY < 0) s0 = s1;
							else if (signY > 0) n0 = n1;
							mode = MODE_HANDLE;
						}
						overlay.attr("cursor", cursors[type]);
						move(event);
					}
					break;
				default: return;
			}
			noevent_default(event);
		}
	}
	function touchmoved(event) {
		emitter(this, arguments).moved(event);
	}
	function touchended(event) {
		emitter(this, arguments).ended(event);
	}
	function initialize() {
		var state = this.__brush || { selection: null };
		state.extent = number2(extent.apply(this, arguments));
		state.dim = dim;
		return state;
	}
	brush.extent = function(_) {
		return arguments.length ? (extent = typeof _ === "function" ? _ : constant_default(number2(_)), brush) : extent;
	};
	brush.filter = function(_) {
		return arguments.length ? (filter = typeof _ === "function" ? _ : constant_default(!!_), brush) : filter;
	};
	brush.touchable = function(_) {
		return arguments.length ? (touchable = typeof _ === "function" ? _ : constant_default(!!_), brush) : touchable;
	};
	brush.handleSize = function(_) {
		return arguments.length ? (handleSize = +_, brush) : handleSize;
	};
	brush.keyModifiers = function(_) {
		return arguments.length ? (keys = !!_, brush) : keys;
	};
	brush.on = function() {
		var value = listeners.on.apply(listeners, arguments);
		return value === listeners ? brush : value;
	};
	return brush;
}
// src/render/map-page/browser/time-view.ts
/** The histogram of time: bars of all scenes and of the visible ones; a range is brushed or set by two sliders. */
const BARS = 60;
const HEIGHT = 20;
const STEPS = 1e3;
function showHistogram(rows) {
	const times = rows.all.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
	const first = times.reduce((a, b) => Math.min(a, b), 1e400);
	const last = times.reduce((a, b) => Math.max(a, b), -1e400);
	if (times.length < 2 || first === last) return;
	byId("histogram").hidden = false;
	byId("bars").setAttribute("viewBox", \`0 0 \${BARS} \${HEIGHT}\`);
	showBars(rows, {
		first,
		last
	});
	showRange(rows, {
		first,
		last
	});
}
/** Draws a bar of all scenes for each interval, and in front of it a bar of the visible ones. */
function showBars(rows, { first, last }) {
	const binOf = (ms) => Math.min(59, Math.floor(BARS * (ms - first) / (last - first)));
	const counts = (isCounted) => {
		const bins = Array.from({ length: BARS }, () => 0);
		for (const { rows: own, shown } of rows.scenes) {
			const { timeMs } = own[0];
			if (!Number.isNaN(timeMs) && isCounted(shown.length > 0)) bins[binOf(timeMs)] += 1;
		}
		return bins;
	};
	const whole = counts(() => true);
	const tallest = Math.max(...whole);
	const draw = (className, bins) => {
		const heightOf = (count) => count === 0 ? 0 : Math.max(1, 19 * count / tallest);
		select_default("#bars").selectAll(\`rect.\${className}\`).data(bins).join("rect").attr("class", className).attr("x", (_, at) => at + .08).attr("width", .84).attr("y", (count) => HEIGHT - heightOf(count)).attr("height", heightOf);
	};
	draw("all", whole);
	draw("some", whole);
	const showSome = () => draw("some", counts((isShown) => isShown));
	rows.on("shown", showSome);
}
/** Shows the brush across the bars, and the two sliders, which set the same range by keyboard. */
function showRange(rows, { first, last }) {
	const [low, high] = [byId("range-from"), byId("range-to")];
	const timeAt = (step) => first + (last - first) * step / STEPS;
	const apply = eachFrame(() => {
		const [from, to] = [low.valueAsNumber, high.valueAsNumber];
		rows.filters.time = [from === 0 ? -1e400 : timeAt(from), to === STEPS ? 1e400 : timeAt(to)];
		rows.update();
	});
	const set = (from, to) => {
		[low.valueAsNumber, high.valueAsNumber] = [from, to];
		const [start, end] = [minuteText(timeAt(from)), minuteText(timeAt(to))];
		byId("range-start").textContent = \`\${start} UTC\`;
		byId("range-end").textContent = \`\${end} UTC\`;
		low.setAttribute("aria-valuetext", \`from \${start}\`);
		high.setAttribute("aria-valuetext", \`to \${end}\`);
		byId("range-reset").hidden = from === 0 && to === STEPS;
	};
	const brush = brushX().extent([[0, 0], [BARS, HEIGHT]]).handleSize(1).on("brush end", ({ selection, sourceEvent }) => {
		if (sourceEvent === void 0 || sourceEvent === null) return;
		const [from, to] = selection ?? [0, BARS];
		set(Math.round(STEPS * from / BARS), Math.round(STEPS * to / BARS));
		apply();
	});
	const brushed = select_default("#bars").append("g").call(brush);
	const slide = (from, to) => {
		set(from, to);
		const isWhole = from === 0 && to === STEPS;
		brush.move(brushed, isWhole ? null : [BARS * from / STEPS, BARS * to / STEPS]);
		apply();
	};
	low.addEventListener("input", () => slide(Math.min(low.valueAsNumber, high.valueAsNumber), high.valueAsNumber));
	high.addEventListener("input", () => slide(low.valueAsNumber, Math.max(low.valueAsNumber, high.valueAsNumber)));
	byId("range-reset").addEventListener("click", () => {
		slide(0, STEPS);
		low.focus();
	});
	set(0, STEPS);
}
// src/render/map-page/browser/main.ts
const GROUPS = [
	"group-1",
	"group-2",
	"group-3",
	"group-4",
	"group-5"
];
const data = JSON.parse(byId("data").textContent);
const plane = new Plane(data.plane);
const rows = new PageRows(data, plane);
const map = new MapView(rows, plane, data, showCard);
let cardTicks = [];
rows.on("ticked", () => {
	for (const ticks of cardTicks) ticks.show();
});
const table = new TableView(rows, (scene) => {
	map.zoomTo(scene);
	rows.hover(scene);
});
showFilters(rows);
showHistogram(rows);
showBasket(rows, data);
showColours();
foldOnSmallScreens();
chooseTheme();
rows.on("shown", showStatus);
showStatus();
byId("borders").addEventListener("change", (event) => map.showBorders(event.target.checked));
function showStatus() {
	const [shown, all] = [rows.shown.length, rows.scenes.length];
	const noun = rows.hasScenes ? \` \${all === 1 ? "scene" : "scenes"}\` : "";
	byId("status").textContent = shown === all ? \`\${all === 1 ? "1" : \`All \${grouped(all)}\`}\${noun} shown\` : \`\${grouped(shown)} of \${grouped(all)}\${noun} shown\`;
}
/** Shows the scenes at a click, each with its ticks. */
function showCard(found) {
	const card = byId("card");
	card.hidden = found.length === 0;
	cardTicks = [];
	if (found.length === 0) return;
	const most = 12;
	const close = make("button", {
		type: "button",
		ariaLabel: "Close"
	}, "×");
	close.addEventListener("click", () => card.hidden = true);
	const columns = tableColumns(rows);
	const lead = leadOf(columns);
	const lines = found.slice(0, most).map((scene) => {
		const ticks = productTicks(rows, scene);
		cardTicks.push(ticks);
		const about = columns.filter((column) => column !== lead && column.kind === "text" && column.choices !== void 0).map((column) => sceneText(scene, column));
		const text = make("span", {}, lead && sceneText(scene, lead) || scene.name);
		if (!rows.hasScenes && text.textContent !== scene.name) about.unshift(scene.name);
		if (about.length > 0) text.append(make("small", {}, about.join(" · ")));
		const line = make(rows.hasScenes ? "div" : "label", { className: "here" });
		line.append(...rows.hasScenes ? [text, ticks.element] : [ticks.element, text]);
		line.addEventListener("pointerenter", () => rows.hover(scene));
		return line;
	});
	const rest = found.length - most;
	const noun = rows.hasScenes ? "scene" : "row";
	card.replaceChildren(make("h2", {}, \`\${counted(found.length, noun)} here\`, close), ...lines, ...rest > 0 ? [make("small", {}, \`\${counted(rest, noun)} more: zoom in or filter\`)] : []);
	for (const ticks of cardTicks) ticks.show();
	table.reveal(found[0]);
}
/** Colours footprints by the values of a column; the sixth colour is for all rarer values. */
function showColours() {
	const select = byId("colour");
	const columns = rows.columns.filter(({ choices, varies }) => choices !== void 0 && !varies);
	byId("colour-label").hidden = columns.length === 0;
	select.append(make("option", { value: "" }, "nothing"), ...columns.map(({ key, name, unit = "" }) => make("option", { value: key }, \`\${name} \${unit}\`.trim())));
	if (columns.some(({ key }) => key === data.colourBy)) select.value = data.colourBy;
	const apply = () => paint(columns.find(({ key }) => key === select.value));
	select.addEventListener("change", apply);
	apply();
}
function paint(column) {
	const groups = /* @__PURE__ */ new Map();
	const keys = [];
	if (column !== void 0) {
		const counts = /* @__PURE__ */ new Map();
		const valueOf = ({ rows: [first] }) => String(first.cells[column.at] ?? "");
		for (const scene of rows.scenes) {
			const value = valueOf(scene);
			counts.set(value, (counts.get(value) ?? 0) + 1);
		}
		const common = [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
		const groupOf = (value) => GROUPS[common.indexOf(value)] ?? "group-6";
		for (const scene of rows.scenes) groups.set(scene, groupOf(valueOf(scene)));
		keys.push(...common.slice(0, GROUPS.length).map((value) => [groupOf(value), value || "(none)"]));
		if (common.length > GROUPS.length) keys.push(["group-6", "other"]);
	}
	if (rows.all.length > 0) keys.push(["group-ticked", "ticked"]);
	if (data.area !== void 0) keys.push(["group-area", "area asked for"]);
	byId("legend").replaceChildren(...keys.map(([className, text]) => make("div", { className: "key" }, make("span", { className: \`swatch \${className}\` }), make("span", {}, text))));
	map.colourBy(groups);
}
/** On a small screen the key, and everything but the command of the selection, are one line at first. */
function foldOnSmallScreens() {
	const small = matchMedia("screen and (max-width: 860px)");
	const fold = () => {
		for (const id of ["keys", "actions"]) byId(id).open = !small.matches;
	};
	small.addEventListener("change", fold);
	fold();
	addEventListener("beforeprint", () => byId("keys").open = true);
	addEventListener("afterprint", fold);
}
function chooseTheme() {
	const select = byId("theme");
	const root = document.documentElement;
	const apply = (theme) => {
		if (theme === "") root.removeAttribute("data-theme");
		else root.setAttribute("data-theme", theme);
		map.recolour();
	};
	select.addEventListener("change", () => apply(select.value));
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.recolour());
	addEventListener("beforeprint", () => apply("light"));
	addEventListener("afterprint", () => apply(select.value));
}
})();
`;
export const MAP_STYLE = `/* Calm colours of a printed chart: the data is the only thing that is bright. */
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #12181c);
  --raised: light-dark(#ffffff, #1a2227);
  --ink: light-dark(#1b262b, #e4eaec);
  --quiet: light-dark(#55656c, #9aabb2);
  --line: light-dark(#ddd9d0, #2b373d);
  --accent: light-dark(#0a5f7c, #6cc7e4);
  --tick: light-dark(#b8430f, #ffa063);
  --sea: light-dark(#d9e6ea, #162229);
  --land: light-dark(#f5f1e7, #263138);
  --coast: light-dark(#8ea7af, #55707b);
  --border: light-dark(#a79c8d, #6d7b80);
  --graticule: light-dark(#bcd0d6, #22333c);
  --area: light-dark(#33454d, #d8e2e5);
  --town: light-dark(#5f6a6c, #93a4aa);
  --group-1: light-dark(#0f6f94, #5bb8dc);
  --group-2: light-dark(#7b4ba6, #bf9be6);
  --group-3: light-dark(#37793a, #7fc47f);
  --group-4: light-dark(#98660a, #e0b053);
  --group-5: light-dark(#ad3463, #ee8fb0);
  --group-6: light-dark(#56636a, #a9b7bd);
  font:
    15px/1.45 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Noto Sans",
    sans-serif;
}
:root[data-theme="light"] {
  color-scheme: light;
}
:root[data-theme="dark"] {
  color-scheme: dark;
}
/* Paper is white, whatever the screen was. */
@media print {
  :root,
  :root[data-theme] {
    color-scheme: light;
  }
}
* {
  box-sizing: border-box;
}
html,
body {
  height: 100%;
  margin: 0;
}
body {
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
}
h1 {
  margin: 0;
  font-size: 1.15rem;
  font-weight: 650;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
}
p {
  margin: 0;
}
button,
select,
input,
textarea {
  font: inherit;
  color: inherit;
}
button,
select,
input[type="number"],
input[type="search"] {
  min-height: 30px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  padding: 2px 10px;
}
select {
  padding-right: 4px;
  max-width: 100%;
}
button {
  cursor: pointer;
}
button:hover:enabled {
  border-color: var(--accent);
}
button:disabled {
  opacity: 0.5;
  cursor: default;
}
button.main {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--paper);
  font-weight: 600;
}
input[type="checkbox"] {
  width: 17px;
  height: 17px;
  margin: 0;
  vertical-align: -3px;
  accent-color: var(--tick);
}
input[type="range"] {
  accent-color: var(--accent);
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
[hidden] {
  display: none !important;
}
.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.note {
  padding: 1rem;
  color: var(--quiet);
}

.head {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 20px;
  padding: 9px 16px;
  border-bottom: 1px solid var(--line);
}
.titles {
  flex: 1 1 320px;
  min-width: 0;
}
.titles p,
#status,
.theme {
  color: var(--quiet);
  font-size: 0.87rem;
}
#status {
  font-variant-numeric: tabular-nums;
}
.badge {
  display: inline-block;
  margin-right: 8px;
  padding: 0 8px;
  border: 1px solid var(--line);
  border-radius: 999px;
  font-size: 0.8rem;
}
dialog {
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--raised);
  padding: 14px;
  max-width: 94vw;
}
dialog::backdrop {
  background: rgb(0 0 0 / 55%);
}
dialog figure {
  margin: 0;
}
dialog img {
  display: block;
  min-width: min(70vw, 512px);
  max-width: 88vw;
  max-height: 68vh;
  margin: 0 auto 10px;
  background: var(--sea);
  object-fit: contain;
}
figcaption {
  display: grid;
  gap: 2px;
  max-width: 88vw;
  margin-bottom: 12px;
  overflow-wrap: anywhere;
}
figcaption span {
  color: var(--quiet);
  font-size: 0.87rem;
}

.split {
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(430px, 44%);
}
.chart {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
}
.map {
  position: relative;
  flex: 1;
  min-width: 0;
  min-height: 240px;
  overflow: hidden;
  background: var(--sea);
  outline-offset: -3px;
}
.map canvas {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  touch-action: none;
  cursor: grab;
}
.map canvas.over {
  cursor: pointer;
}
.map canvas:active {
  cursor: grabbing;
}
.corner {
  position: absolute;
  font-size: 0.82rem;
}
.top {
  top: 12px;
}
.bottom {
  bottom: 10px;
}
.left {
  left: 12px;
}
.right {
  right: 12px;
}
.tools {
  display: flex;
  flex-direction: column;
  border-radius: 8px;
  overflow: hidden;
  border: 1px solid var(--line);
  background: var(--raised);
}
.tools button {
  width: 38px;
  height: 36px;
  padding: 0;
  border: 0;
  border-radius: 0;
  background: none;
  font-size: 1rem;
}
.tools button + button {
  border-top: 1px solid var(--line);
}
.tools button:last-child {
  font-size: 0.82rem;
}
.tools button:focus-visible {
  outline-offset: -3px;
}
.base {
  display: flex;
  align-items: flex-end;
  gap: 12px;
  color: var(--ink);
  pointer-events: none;
}
.base > * {
  text-shadow:
    0 0 3px var(--sea),
    0 0 3px var(--sea),
    0 0 6px var(--sea);
}
.north {
  width: 24px;
  height: 24px;
}
.north path {
  fill: var(--ink);
  stroke: var(--sea);
  stroke-width: 0.8;
}
.scale {
  display: flex;
  flex-direction: column;
  gap: 1px;
  font-variant-numeric: tabular-nums;
}
#scale-bar {
  height: 6px;
  border: 1.5px solid var(--ink);
  border-top: 0;
}
#where {
  font-variant-numeric: tabular-nums;
}
.keys {
  padding: 7px 14px;
  border-top: 1px solid var(--line);
  font-size: 0.82rem;
}
.keys summary {
  display: none;
  cursor: pointer;
  color: var(--quiet);
}
.keys::details-content {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 18px;
}
.keys label {
  color: var(--quiet);
}
.keys select {
  min-height: 26px;
  color: var(--ink);
}
.choices {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
}
#legend {
  display: flex;
  flex: 1 1 auto;
  flex-wrap: wrap;
  gap: 3px 16px;
}
.check {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  cursor: pointer;
}
.swatch {
  display: inline-block;
  width: 14px;
  height: 10px;
  margin-right: 7px;
  border-radius: 2px;
  border: 1.5px solid currentcolor;
  position: relative;
}
.swatch::after {
  content: "";
  position: absolute;
  inset: 0;
  background: currentcolor;
  opacity: 0.28;
}
.key {
  display: flex;
  align-items: center;
}
.key span:last-child {
  overflow-wrap: anywhere;
}
.group-1 {
  color: var(--group-1);
}
.group-2 {
  color: var(--group-2);
}
.group-3 {
  color: var(--group-3);
}
.group-4 {
  color: var(--group-4);
}
.group-5 {
  color: var(--group-5);
}
.group-6 {
  color: var(--group-6);
}
.group-ticked {
  color: var(--tick);
}
.group-area {
  color: var(--area);
}
.group-area.swatch {
  border-style: dashed;
}
.group-area.swatch::after {
  opacity: 0;
}
.key .swatch + span {
  color: var(--ink);
}
#card {
  width: min(310px, calc(100% - 84px));
  max-height: calc(100% - 90px);
  overflow: auto;
  padding: 10px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--raised);
  box-shadow: 0 4px 18px rgb(0 0 0 / 12%);
}
#card h2 {
  display: flex;
  justify-content: space-between;
  align-items: center;
  margin: 0 0 6px;
  font-size: 0.86rem;
}
#card h2 button {
  min-height: 26px;
  padding: 0 8px;
}
.here {
  display: flex;
  gap: 8px;
  padding: 6px 0;
  border-top: 1px solid var(--line);
}
div.here {
  flex-direction: column;
  gap: 4px;
}
.here > span {
  min-width: 0;
  overflow-wrap: anywhere;
}
#card small {
  display: block;
  color: var(--quiet);
}

.panel {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  border-left: 1px solid var(--line);
}
.find {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 10px;
  padding: 9px 16px;
  font-size: 0.87rem;
}
.search {
  flex: 1 1 110px;
  min-width: 0;
}
.search input {
  width: 100%;
}
.find button[aria-expanded="true"] {
  border-color: var(--accent);
}
.sort {
  color: var(--quiet);
}
.sort select {
  max-width: 11em;
  color: var(--ink);
}
#filter-note {
  color: var(--accent);
}
#filter-fields {
  flex-basis: 100%;
  display: flex;
  flex-wrap: wrap;
  gap: 12px 20px;
  padding: 4px 0 6px;
  max-height: 38vh;
  overflow: auto;
}
fieldset {
  border: 0;
  margin: 0;
  padding: 0;
  min-width: 0;
}
legend {
  display: block;
  padding: 0;
  margin-bottom: 3px;
  color: var(--quiet);
  font-size: 0.8rem;
}
fieldset label {
  display: inline-block;
  margin: 0 12px 2px 0;
  font-size: 0.88rem;
}
.limits {
  display: flex;
  align-items: center;
  gap: 6px;
}
.limits input {
  width: 6.6em;
}
.histogram {
  padding: 2px 16px 0;
}
#bars {
  display: block;
  width: 100%;
  height: 38px;
}
#bars rect.all {
  fill: var(--line);
}
#bars rect.some {
  fill: var(--accent);
}
#bars rect.selection {
  fill: var(--accent);
  fill-opacity: 0.16;
  stroke: none;
}
.range {
  position: relative;
  height: 20px;
}
.range input {
  position: absolute;
  left: -2px;
  width: calc(100% + 4px);
  margin: 0;
  height: 18px;
  background: none;
  appearance: none;
  pointer-events: none;
}
/* One line for both sliders, behind their thumbs. */
.range::before {
  content: "";
  position: absolute;
  inset: 8px 0 auto;
  height: 2px;
  background: var(--line);
}
.range input::-webkit-slider-thumb {
  appearance: none;
  pointer-events: auto;
  width: 14px;
  height: 16px;
  border-radius: 4px;
  border: 2px solid var(--paper);
  background: var(--accent);
  cursor: ew-resize;
}
.range input::-moz-range-thumb {
  pointer-events: auto;
  width: 10px;
  height: 12px;
  border-radius: 4px;
  border: 2px solid var(--paper);
  background: var(--accent);
  cursor: ew-resize;
}
.range-text {
  display: flex;
  justify-content: space-between;
  align-items: center;
  min-height: 26px;
  color: var(--quiet);
  font-size: 0.8rem;
  font-variant-numeric: tabular-nums;
}
.range-text button {
  min-height: 24px;
  padding: 0 10px;
  font-size: 0.8rem;
}

.counts {
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
  padding: 5px 16px 6px;
  border-bottom: 1px solid var(--line);
  font-size: 0.82rem;
  color: var(--quiet);
}
#status {
  margin-left: auto;
}
.rows {
  flex: 1;
  min-height: 120px;
  overflow: auto;
  outline-offset: -3px;
}
/* Columns have the widths that the script worked out, so that thousands of rows are laid out at once. */
table,
thead,
tbody {
  display: block;
}
table {
  font-size: 0.85rem;
}
tr {
  display: grid;
  grid-template-columns: var(--columns);
  gap: 0 14px;
  padding: 0 16px;
  align-items: start;
  border-bottom: 1px solid var(--line);
}
thead tr {
  align-items: center;
}
thead {
  position: sticky;
  top: 0;
  z-index: 1;
  background: var(--paper);
}
th {
  min-width: 0;
  padding: 7px 0;
  text-align: left;
  color: var(--quiet);
  font-size: 0.77rem;
  font-weight: 600;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
th button {
  min-height: 20px;
  max-width: 100%;
  border: 0;
  border-radius: 3px;
  background: none;
  padding: 0;
  font: inherit;
  text-align: inherit;
  overflow: hidden;
  text-overflow: ellipsis;
}
th button:hover:enabled {
  color: var(--ink);
}
th button:focus-visible {
  outline-offset: -2px;
}
th[aria-sort] button {
  color: var(--ink);
}
th[aria-sort="ascending"] button::after {
  content: " \\2191";
}
th[aria-sort="descending"] button::after {
  content: " \\2193";
}
th.number,
td.number {
  text-align: right;
  font-variant-numeric: tabular-nums;
}
/* Rows out of sight are not laid out, so that a filter is shown at once. */
tbody tr {
  padding: 7px 16px;
  row-gap: 2px;
  content-visibility: auto;
  contain-intrinsic-size: auto 62px;
}
td {
  min-width: 0;
  padding: 0;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}
td.time,
td.below {
  font-variant-numeric: tabular-nums;
}
td.id {
  font:
    0.8rem ui-monospace,
    "SF Mono",
    Menlo,
    Consolas,
    monospace;
}
/* The second line of a row: its products, and what has no column. */
td.below {
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 3px 14px;
  margin-top: 3px;
  white-space: normal;
  overflow: visible;
  overflow-wrap: anywhere;
}
td.below > span:last-child:not(.products) {
  min-width: 0;
  color: var(--quiet);
  font-size: 0.79rem;
}
td.tick ~ td.below,
td.pictures ~ td.below {
  grid-column-start: 2;
}
td.pictures {
  grid-row: 1 / span 2;
}
.products {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 6px;
}
.product {
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-height: 24px;
  padding: 0 8px 0 5px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  font-size: 0.77rem;
  font-weight: 600;
  cursor: pointer;
}
.product:hover {
  border-color: var(--tick);
}
.product:has(:checked) {
  border-color: var(--tick);
  background: color-mix(in srgb, var(--tick) 12%, var(--raised));
}
.product input[type="checkbox"] {
  width: 14px;
  height: 14px;
}
.product small {
  font-weight: 400;
  font-variant-numeric: tabular-nums;
}
.lead {
  min-height: 20px;
  max-width: 100%;
  border: 0;
  border-radius: 3px;
  background: none;
  padding: 0;
  font: inherit;
  font-weight: 600;
  text-align: left;
  /* A path differs from others at its end. */
  white-space: normal;
  overflow-wrap: anywhere;
}
.lead:hover {
  color: var(--accent);
  text-decoration: underline;
  text-underline-offset: 3px;
}
.lead:focus-visible {
  outline-offset: -2px;
}
td img {
  display: block;
  width: 78px;
  max-height: 56px;
  object-fit: cover;
  border-radius: 4px;
}
td button.picture {
  padding: 0;
  border: 0;
  background: none;
}
tbody tr.hovered {
  background: color-mix(in srgb, var(--accent) 10%, transparent);
}
tbody tr.ticked {
  background: color-mix(in srgb, var(--tick) 7%, transparent);
  box-shadow: inset 3px 0 var(--tick);
}
tbody tr.hovered.ticked {
  background: color-mix(in srgb, var(--tick) 15%, transparent);
}
.pages {
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 10px;
  padding: 6px 16px;
  border-top: 1px solid var(--line);
  font-size: 0.84rem;
  color: var(--quiet);
}
.same {
  padding: 5px 16px;
  border-top: 1px solid var(--line);
  color: var(--quiet);
  font-size: 0.8rem;
  overflow-wrap: anywhere;
  max-height: 5em;
  overflow: auto;
}
.basket {
  border-top: 1px solid var(--line);
  background: var(--raised);
  padding: 9px 16px 10px;
}
.sum {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 6px 12px;
}
#sum {
  min-width: 0;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}
#sum small {
  display: block;
  font-weight: 400;
  font-size: 0.82rem;
  color: var(--quiet);
}
#copy {
  flex: none;
}
#actions > summary {
  display: none;
  cursor: pointer;
  color: var(--quiet);
  font-size: 0.82rem;
}
.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 6px 8px;
  margin-top: 8px;
  align-items: center;
  font-size: 0.84rem;
}
.actions button,
.actions select {
  padding: 2px 6px;
}
.actions select {
  max-width: 10.5em;
}
#command {
  display: block;
  width: 100%;
  margin-top: 8px;
  padding: 7px 9px;
  resize: vertical;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--paper);
  font:
    0.8rem/1.5 ui-monospace,
    "SF Mono",
    Menlo,
    Consolas,
    monospace;
}
#with-prices {
  margin-top: 8px;
  color: var(--quiet);
  font-size: 0.82rem;
  overflow-wrap: anywhere;
}
#with-prices code {
  user-select: all;
}
#copy-note {
  margin-top: 4px;
  min-height: 1.2em;
  color: var(--quiet);
  font-size: 0.82rem;
  overflow-wrap: anywhere;
}
#copy-note:empty {
  min-height: 0;
  margin: 0;
}
@media screen and (max-width: 860px) {
  html,
  body {
    height: auto;
  }
  .split {
    display: block;
  }
  .map {
    flex: none;
    height: 46vh;
    min-height: 230px;
  }
  .panel {
    border-left: 0;
    border-top: 1px solid var(--line);
  }
  .rows {
    overflow: visible;
    min-height: 0;
  }
  .keys {
    padding: 5px 14px;
  }
  .keys summary,
  #actions > summary {
    display: list-item;
  }
  .basket {
    position: sticky;
    bottom: 0;
    z-index: 2;
    padding: 7px 14px calc(7px + env(safe-area-inset-bottom));
  }
  #actions {
    margin-top: 4px;
  }
  .head,
  .find,
  .histogram,
  .counts,
  .pages,
  .same {
    padding-left: 14px;
    padding-right: 14px;
  }
  tr,
  tbody tr {
    padding-left: 14px;
    padding-right: 14px;
  }
  .theme {
    display: none;
  }
  .product {
    min-height: 30px;
  }
  #where {
    display: none;
  }
}
@media screen and (max-height: 560px) and (min-width: 861px) {
  html,
  body {
    height: auto;
  }
  .map {
    flex: none;
    height: 80vh;
  }
  .rows {
    overflow: visible;
  }
  .basket {
    position: sticky;
    bottom: 0;
    z-index: 2;
  }
}
@media (prefers-reduced-motion: no-preference) {
  tbody tr {
    transition: background-color 120ms;
  }
}
@media (forced-colors: active) {
  .swatch {
    forced-color-adjust: none;
  }
  tbody tr.ticked {
    border-left: 4px solid Highlight;
  }
  .product:has(:checked) {
    outline: 2px solid Highlight;
  }
  tbody tr.hovered {
    outline: 2px solid Highlight;
    outline-offset: -2px;
  }
  .range input::-webkit-slider-thumb {
    forced-color-adjust: none;
    background: ButtonText;
  }
}
@media print {
  html,
  body {
    height: auto;
  }
  .head {
    padding: 0 0 6px;
  }
  .theme,
  .tools,
  .find,
  .range,
  .range-text button,
  .counts,
  .pages,
  #copy,
  #actions,
  #copy-note,
  #colour-label,
  #card,
  .keys label,
  .keys summary,
  #sum small:only-child {
    display: none !important;
  }
  .split {
    display: block;
  }
  .map {
    flex: none;
    height: 105mm;
    min-height: 0;
    break-inside: avoid;
    border: 1px solid var(--line);
  }
  .keys {
    padding: 5px 0;
    border: 0;
  }
  .panel {
    border: 0;
  }
  .histogram {
    padding: 0 0 6px;
  }
  .rows {
    overflow: visible;
  }
  thead {
    position: static;
  }
  tr,
  tbody tr {
    content-visibility: visible;
    padding: 3px 0 3px 6px;
    break-inside: avoid;
  }
  table,
  td,
  td.below > span:last-child:not(.products) {
    font-size: 8pt;
  }
  tbody tr.hovered:not(.ticked) {
    background: none;
  }
  td,
  .lead {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .product {
    min-height: 0;
    padding: 0 4px 0 2px;
    font-size: 7pt;
  }
  .product input[type="checkbox"] {
    width: 10px;
    height: 10px;
  }
  .basket {
    position: static;
    border: 0;
    padding: 8px 0;
    background: none;
  }
}
`;
