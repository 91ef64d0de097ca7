/** Style and scripts of the map page. Made by `npm run docs`. */
export const MAP_SCRIPT = `(function() {
// src/render/page/browser/dom.ts
/** Elements by id, and new elements. Text is set as text, so that nothing that a service sent becomes markup. */
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
/** 12345 as 12,345, in every locale. */
const grouped = (count) => String(count).replace(/\\B(?=(\\d{3})+$)/g, ",");
const counted = (count, noun) => \`\${grouped(count)} \${noun}\${count === 1 ? "" : "s"}\`;
/** Calls \`work\` at the next frame, once however often it was asked for. */
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
/** What is copied of the ticked rows: the commands that order their items, or else their ids; and the file of the items. */
/** The file that a long command names, and that the page saves. */
const ITEMS_FILE = "order-items.json";
/** Longer lines are refused by some terminals and by Windows. */
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
/** Control, bidi and invisible characters are refused, and what the shell has no quotes for. */
const isQuotable = (word, shell) => isWritable(word) && commandLine([{ text: word }], shell) !== "<...>";
function flagOf(item) {
	const { collectionId, granuleId, productType, collectIds } = item ?? {};
	if (isText(collectionId, /^[^/]+$/) && isText(granuleId, /./s)) return ["--item", \`\${collectionId}/\${granuleId}\`];
	if (isText(productType, /^[^=\\s]+$/) && Array.isArray(collectIds) && collectIds.length > 0 && collectIds.every((id) => isText(id, /^[^,\\s]+$/))) return ["--generate", \`\${productType}=\${collectIds.join(",")}\`];
}
/** An id a line, each whole. */
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
/** \`2025-11-09 13:48\`: an RFC 3339 time to the minute, for people; milliseconds since 1970 in UTC. */
const minuteText = (time) => (typeof time === "string" ? time : new Date(time).toISOString()).slice(0, 16).replace("T", " ");
// src/render/map-page/browser/ticked-sum.ts
/** What the ticked rows are together: how many, how much they cover and cost, and what is to be known about it. */
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
/** The order items of all rows, each once: two pairs may share a scene. */
function orderItemsOf(rows) {
	const all = rows.flatMap(({ data }) => itemsOf(data));
	return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}
const itemsOf = ({ item, items }) => items ?? (item === void 0 ? [] : [item]);
const areaText = (km2) => km2 < 10 ? km2.toFixed(2) : grouped(Math.round(km2));
/** The sum of prices of one currency, spelled as the first of them. */
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
/** The bar of the ticked rows: their sum, and buttons that copy the command which orders them, save its items, and untick. */
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
/** Of rows that no command orders, such as tasks. */
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
/** The fields that filter rows: any text, and behind a button the values of a column and the limits of a number. */
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
// src/places/data/digits.ts
/** Digits of base 90: printable ASCII without what a string literal escapes and what separates entries. */
const DIGITS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((char) => !"\\"\\\\\`;".includes(char));
/** The value of each character code. */
const DIGIT_VALUES = /* @__PURE__ */ new Uint8Array(127);
for (const [at, digit] of DIGITS.entries()) DIGIT_VALUES[digit.charCodeAt(0)] = at;
// src/places/coded-ring.ts
/** Steps of a hundredth of a degree, or as small as is said, zigzag in digits of base 45; a digit of 45 or more has another one behind it. */
function readRing(text, steps = 100) {
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
			ring.push([x / steps, y / steps]);
		}
		isLongitude = !isLongitude;
	}
	return ring;
}
// src/render/map-page/flat-shape.ts
/** Shapes on the plane of a map, and their text in a page: Node projects and writes them, the page's script reads them. */
/** Units of the plane for one radian. */
const PLANE_SCALE = 1e3;
/** Steps of a unit: two thirds of a metre for what a command shows, and 640 m for what lies under it, which is known to a kilometre. */
const FINE = 1e4;
function readShape({ areas, lines, points = [] }, steps) {
	const ring = (text) => Float64Array.from(readRing(text, steps).flat());
	const shape = {
		areas: areas?.split("\\n").map((rings) => rings.split(";").map(ring)) ?? [],
		lines: lines?.split("\\n").map(ring) ?? [],
		points: points.map(([x, y]) => [x, y]),
		box: emptyBox()
	};
	for (const part of [...shape.areas.flat(), ...shape.lines]) growByRing(shape.box, part);
	for (const [x, y] of shape.points) grow(shape.box, x, y);
	return shape;
}
const emptyBox = () => ({
	left: 1e400,
	top: 1e400,
	right: -1e400,
	bottom: -1e400
});
function grow(box, x, y) {
	box.left = Math.min(box.left, x);
	box.right = Math.max(box.right, x);
	box.top = Math.min(box.top, y);
	box.bottom = Math.max(box.bottom, y);
}
function growByRing(box, ring) {
	for (let at = 0; at < ring.length; at += 2) grow(box, ring[at], ring[at + 1]);
}
// src/render/map-page/browser/backdrop.ts
function readBackdrop({ outline, land, borders, detail, towns }) {
	const read = (shape) => readShape(shape, 10);
	return {
		outline: read(outline),
		land: read(land),
		borders: read(borders),
		detail: detail && {
			frame: read(detail.frame),
			land: read(detail.land),
			coast: read(detail.coast),
			borders: read(detail.borders)
		},
		towns
	};
}
/** Sea and land, with borders where they are asked for. */
function drawLand(brush, colours, { outline, land, borders, detail }, hasBorders) {
	const coarse = () => {
		brush.shade([land], colours.land);
		brush.stroke([land], colours.coast, .8);
		if (hasBorders) brush.stroke([borders], colours.border, .9, [3, 3]);
	};
	brush.shade([outline], colours.sea);
	if (detail === void 0) {
		coarse();
		return;
	}
	brush.outside(detail.frame, coarse);
	brush.shade([detail.land], colours.land);
	brush.stroke([detail.coast], colours.coast, .8);
	if (hasBorders) brush.stroke([detail.borders], colours.border, .9, [3, 3]);
}
/** Towns from the largest on, where their names do not meet. */
function drawTowns(brush, colours, towns) {
	const { paper, camera } = brush;
	const taken = [];
	paper.font = "400 12px system-ui, sans-serif";
	for (const [name, x, y] of towns) {
		const [atX, atY] = camera.toScreen(x, y);
		const box = {
			left: atX - 6,
			right: atX + 12 + paper.measureText(name).width,
			top: atY - 10,
			bottom: atY + 10
		};
		if (atX < 0 || atY < 0 || atX > camera.width || atY > camera.height || taken.some((other) => meet(box, other))) continue;
		taken.push(box);
		paper.fillStyle = colours.town;
		paper.beginPath();
		paper.arc(atX, atY, 2, 0, 2 * Math.PI);
		paper.fill();
		brush.label(name, atX + 6, atY, colours.town, colours.land);
	}
}
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
// src/render/map-page/browser/clip.ts
/** Sutherland and Hodgman (1974). Edges along the cut lie outside the view, whose box has a margin. */
function clipRing(ring, box) {
	let kept = ring;
	for (const [axis, limit, sign] of sidesOf(box)) {
		if (isWhollyInside(kept, axis, limit, sign)) continue;
		const cut = [];
		const count = kept.length;
		for (let at = 0; at < count; at += 2) {
			const before = (at + count - 2) % count;
			const [from, to] = [kept[before + axis], kept[at + axis]];
			const [isFromIn, isToIn] = [sign * (from - limit) >= 0, sign * (to - limit) >= 0];
			if (isFromIn !== isToIn) pushCrossing(cut, kept, before, at, (limit - from) / (to - from));
			if (isToIn) cut.push(kept[at], kept[at + 1]);
		}
		kept = cut;
		if (kept.length === 0) break;
	}
	return kept;
}
/** The stretches of a line inside the box. */
function clipLine(line, box) {
	let stretches = [line];
	for (const [axis, limit, sign] of sidesOf(box)) stretches = stretches.flatMap((stretch) => {
		if (isWhollyInside(stretch, axis, limit, sign)) return [stretch];
		const parts = [[]];
		for (let at = 0; at < stretch.length; at += 2) {
			const to = stretch[at + axis];
			const isToIn = sign * (to - limit) >= 0;
			if (at > 0) {
				const from = stretch[at - 2 + axis];
				if (sign * (from - limit) >= 0 !== isToIn) {
					if (isToIn) parts.push([]);
					pushCrossing(parts.at(-1), stretch, at - 2, at, (limit - from) / (to - from));
				}
			}
			if (isToIn) parts.at(-1).push(stretch[at], stretch[at + 1]);
		}
		return parts.filter(({ length }) => length > 2);
	});
	return stretches;
}
const sidesOf = ({ left, right, top, bottom }) => [
	[
		0,
		left,
		1
	],
	[
		0,
		right,
		-1
	],
	[
		1,
		top,
		1
	],
	[
		1,
		bottom,
		-1
	]
];
function isWhollyInside(line, axis, limit, sign) {
	for (let at = axis; at < line.length; at += 2) if (sign * (line[at] - limit) < 0) return false;
	return true;
}
function pushCrossing(into, line, from, to, share) {
	into.push(line[from] + share * (line[to] - line[from]), line[from + 1] + share * (line[to + 1] - line[from + 1]));
}
// src/render/map-page/browser/brush.ts
var Brush = class {
	camera;
	canvas;
	paper;
	dots = /* @__PURE__ */ new Map();
	constructor(camera, canvas = document.createElement("canvas")) {
		this.camera = camera;
		this.canvas = canvas;
		this.paper = canvas.getContext("2d");
	}
	/** An empty canvas of the size of the view. */
	empty() {
		const { width, height, ratio } = this.camera;
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.dots.clear();
	}
	/** Draws what another brush has drawn of the same view. */
	copy({ canvas }) {
		this.paper.drawImage(canvas, 0, 0, this.camera.width, this.camera.height);
	}
	shade(shapes, colour, alpha = 1) {
		const { paper } = this;
		this.trace(shapes);
		paper.globalAlpha = alpha;
		paper.fillStyle = colour;
		paper.fill(shapes.length > 1 ? "nonzero" : "evenodd");
		paper.globalAlpha = 1;
	}
	stroke(shapes, colour, width, dashes = [], alpha = 1) {
		const { paper } = this;
		this.trace(shapes);
		for (const { lines, box } of shapes) if (this.camera.isInView(box)) for (const line of lines) this.traceLine(line);
		paper.globalAlpha = alpha;
		paper.strokeStyle = colour;
		paper.lineWidth = width;
		paper.setLineDash([...dashes]);
		paper.stroke();
		paper.setLineDash([]);
		paper.globalAlpha = 1;
	}
	/** Lets \`work\` draw everywhere in the view but inside the shape. */
	outside(shape, work) {
		const { paper } = this;
		paper.save();
		this.trace([shape]);
		this.traceRing(this.camera.viewRing());
		paper.clip("evenodd");
		work();
		paper.restore();
	}
	/** A dot of each point, or in the middle of a shape without points. */
	dot({ box, points }, colour, edge, radius) {
		const places = points.length > 0 ? points : [[(box.left + box.right) / 2, (box.top + box.bottom) / 2]];
		const size = 2 * radius + 4;
		const picture = this.dotPicture(colour, edge, radius, size);
		for (const [x, y] of places) {
			const [atX, atY] = this.camera.toScreen(x, y);
			this.paper.drawImage(picture, atX - size / 2, atY - size / 2, size, size);
		}
	}
	/** Thousands of copies of a picture are drawn faster than as many circles. */
	dotPicture(colour, edge, radius, size) {
		const key = \`\${colour} \${edge} \${radius}\`;
		const known = this.dots.get(key);
		if (known !== void 0) return known;
		const ratio = this.canvas.width / this.camera.width;
		const picture = document.createElement("canvas");
		picture.width = picture.height = Math.ceil(size * ratio);
		const paper = picture.getContext("2d");
		paper.setTransform(ratio, 0, 0, ratio, 0, 0);
		paper.fillStyle = colour;
		paper.strokeStyle = edge;
		paper.lineWidth = 1.5;
		paper.beginPath();
		paper.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
		paper.fill();
		paper.stroke();
		this.dots.set(key, picture);
		return picture;
	}
	/** A name at a point of the screen, with a halo. */
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
	/** Begins a path with the areas. Rings that reach far beyond the view are cut, since a canvas has few digits. */
	trace(shapes) {
		this.paper.beginPath();
		const view = this.camera.viewBox();
		for (const { areas, box } of shapes) {
			if (!this.camera.isInView(box)) continue;
			const isWhole = box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
			for (const rings of areas) for (const ring of rings) this.traceRing(isWhole ? ring : clipRing(ring, view));
		}
	}
	traceRing(ring) {
		this.traceStretch(ring);
		if (ring.length > 0) this.paper.closePath();
	}
	traceLine(line) {
		for (const stretch of clipLine(line, this.camera.viewBox())) this.traceStretch(stretch);
	}
	traceStretch(stretch) {
		const { paper, camera } = this;
		const { scale, shiftX, shiftY } = camera;
		for (let at = 0; at + 1 < stretch.length; at += 2) {
			const [x, y] = [stretch[at] * scale + shiftX, stretch[at + 1] * scale + shiftY];
			if (at === 0) paper.moveTo(x, y);
			else paper.lineTo(x, y);
		}
	}
};
// src/geo/great-circle.ts
const RADIUS_KM$1 = 6371.0088;
const RADIANS$2 = Math.PI / 180;
function distanceKm([fromX, fromY], [toX, toY]) {
	const [south, north] = [fromY * RADIANS$2, toY * RADIANS$2];
	const [halfY, halfX] = [(north - south) / 2, (toX - fromX) * RADIANS$2 / 2];
	const chord = Math.sin(halfY) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(halfX) ** 2;
	return 2 * RADIUS_KM$1 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
// src/render/map-page/browser/camera.ts
/** Which part of the plane the map shows: screen = plane * scale + shift. */
/** The smallest view of all rows, so that a single point is not a map of a street without streets. */
const LEAST_VIEW_KM = 25;
/** Pixels for one radian on the ground at the closest: about 10 m a pixel. */
const CLOSEST = 32e5;
var Camera = class {
	options;
	plane;
	width = 1;
	height = 1;
	/** Device pixels for each pixel of the page. */
	ratio = 1;
	scale = 1;
	shiftX = 0;
	shiftY = 0;
	/** The reader chose this view, so a new size keeps its middle. */
	isTouched = false;
	constructor(options) {
		this.options = options;
		this.plane = options.plane;
	}
	resize(width, height, ratio) {
		const [x, y] = this.middle;
		[this.width, this.height, this.ratio] = [
			width,
			height,
			ratio
		];
		if (this.isTouched) {
			this.shiftX = width / 2 - x * this.scale;
			this.shiftY = height / 2 - y * this.scale;
		} else this.showAll();
	}
	showAll() {
		this.fit(this.options.everything(), .86);
		this.isTouched = false;
	}
	zoomTo(box) {
		this.fit(box, .45);
		this.isTouched = true;
	}
	/** Around a point of the screen, or else its middle. */
	zoom(factor, x = this.width / 2, y = this.height / 2) {
		const { world, changed } = this.options;
		const least = .5 * Math.min(this.width, this.height) / (world.right - world.left);
		const scale = Math.min(CLOSEST / PLANE_SCALE, Math.max(least, this.scale * factor));
		const change = scale / this.scale;
		this.shiftX = x - (x - this.shiftX) * change;
		this.shiftY = y - (y - this.shiftY) * change;
		this.scale = scale;
		this.isTouched = true;
		changed();
	}
	pan(x, y) {
		this.shiftX += x;
		this.shiftY += y;
		this.isTouched = true;
		this.options.changed();
	}
	fit(box, share) {
		const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
		const least = LEAST_VIEW_KM / this.kmPerUnit(x, y);
		const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
		this.scale = Math.min(share * this.width / width, share * this.height / height);
		this.shiftX = this.width / 2 - x * this.scale;
		this.shiftY = this.height / 2 - y * this.scale;
		this.options.changed();
	}
	/** Kilometres of one unit of the plane there, from west to east. */
	kmPerUnit(x, y) {
		const step = 1e-4;
		const [from, to] = [this.plane.invert(x - step, y), this.plane.invert(x + step, y)];
		return from === void 0 || to === void 0 ? 6371 / PLANE_SCALE : distanceKm(from, to) / (2 * step);
	}
	toScreen(x, y) {
		return [x * this.scale + this.shiftX, y * this.scale + this.shiftY];
	}
	toPlane(x, y) {
		return [(x - this.shiftX) / this.scale, (y - this.shiftY) / this.scale];
	}
	/** The position under a point of the screen; undefined beside the globe. */
	positionAt(x, y) {
		return this.plane.invert(...this.toPlane(x, y));
	}
	/** The middle of the view, on the plane. */
	get middle() {
		return this.toPlane(this.width / 2, this.height / 2);
	}
	isInView({ left, right, top, bottom }) {
		const { scale, shiftX, shiftY, width, height } = this;
		return right * scale + shiftX >= -8 && left * scale + shiftX <= width + 8 && bottom * scale + shiftY >= -8 && top * scale + shiftY <= height + 8;
	}
	/** The view with a margin, on the plane. */
	viewBox() {
		const [left, top] = this.toPlane(-40, -40);
		const [right, bottom] = this.toPlane(this.width + 40, this.height + 40);
		return {
			left,
			right,
			top,
			bottom
		};
	}
	viewRing() {
		const { left, right, top, bottom } = this.viewBox();
		return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
	}
};
// src/render/map-page/browser/colours.ts
/** The colours of the map, as the style gives them for light or dark. */
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
/** Degrees and positions as text, with as many digits as the view shows. */
function degreesText(degrees, positive, negative, step) {
	const turned = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
	const digits = Math.max(0, Math.ceil(-Math.log10(step)));
	const text = \`\${Math.abs(turned).toFixed(digits)}°\`;
	return [0, 180].includes(Number(text.slice(0, -1))) ? text : \`\${text} \${turned > 0 ? positive : negative}\`;
}
/** \`38.71° N 9.14° W\`, with as many digits as the view shows. */
function positionText([longitude, latitude], scale) {
	const step = 57 / (PLANE_SCALE * scale);
	return \`\${degreesText(latitude, "N", "S", step)} \${degreesText(longitude, "E", "W", step)}\`;
}
// src/render/map-page/browser/footprints.ts
/** Below this many pixels a footprint is drawn as a dot. */
const DOT_PIXELS = 7;
/** Overlaps are shaded by how many footprints meet, up to this many on the map. */
const MOST_SHADED = 400;
/** The products of a scene have one outline. */
function drawFootprints(brush, colours, { shown, hovered }, groups) {
	const groupOf = (scene) => groups.get(scene) ?? "group-1";
	const dots = [];
	const ticked = [];
	const byGroup = /* @__PURE__ */ new Map();
	let count = 0;
	for (const scene of shown) {
		const flat = outlineShown(scene);
		if (!brush.camera.isInView(flat.box)) continue;
		count += 1;
		if (isDot(brush.camera, flat)) dots.push(scene);
		else if (hasTick(scene)) ticked.push(flat);
		else {
			const shapes = byGroup.get(groupOf(scene));
			if (shapes === void 0) byGroup.set(groupOf(scene), [flat]);
			else shapes.push(flat);
		}
	}
	const isShaded = count <= MOST_SHADED;
	for (const [group, shapes] of byGroup) {
		for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes]) brush.shade(part, colours[group], isShaded ? .13 : .22);
		brush.stroke(shapes, colours[group], isShaded ? 1.3 : .8);
	}
	for (const shape of ticked) brush.shade([shape], colours.tick, .26);
	brush.stroke(ticked, colours.paper, 4.5, [], .75);
	brush.stroke(ticked, colours.tick, 2.4);
	for (const scene of dots) {
		const [colour, radius] = hasTick(scene) ? [colours.tick, 5.5] : [colours[groupOf(scene)], 4.5];
		brush.dot(outlineShown(scene), colour, colours.paper, radius);
	}
	if (hovered !== void 0 && hovered.shown.length > 0) drawHovered(brush, colours, hovered);
}
function drawHovered(brush, colours, scene) {
	const flat = outlineShown(scene);
	const colour = hasTick(scene) ? colours.tick : colours.ink;
	if (isDot(brush.camera, flat)) brush.dot(flat, colour, colours.paper, 7);
	else {
		brush.stroke([flat], colours.paper, 6, [], .9);
		brush.stroke([flat], colour, 2.8);
	}
}
/** The scenes whose shape lies at that point of the screen, the smallest first. */
function scenesAt(camera, shown, at) {
	const [x, y] = camera.toPlane(at.x, at.y);
	const reach = DOT_PIXELS / camera.scale;
	const sizeOf = (scene) => {
		const { left, right, top, bottom } = outlineShown(scene).box;
		return (right - left) * (bottom - top);
	};
	return shown.filter((scene) => {
		const flat = outlineShown(scene);
		const { left, right, top, bottom } = flat.box;
		if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return false;
		return right - left < 2 * reach && bottom - top < 2 * reach || flat.points.length + flat.lines.length > 0 || isInside(flat, x, y);
	}).sort((one, other) => sizeOf(one) - sizeOf(other));
}
function isDot({ scale }, { box, points }) {
	if (points.length > 0) return true;
	return (box.right - box.left) * scale < DOT_PIXELS && (box.bottom - box.top) * scale < DOT_PIXELS;
}
/** The outlines of a scene's products differ by metres: the first ticked one is drawn, or else the first. */
const outlineShown = ({ shown, rows }) => (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]).flat;
const hasTick = ({ shown }) => shown.some(({ isTicked }) => isTicked);
/** By even and odd crossings of a line to the right. */
function isInside({ areas }, x, y) {
	let inside = false;
	for (const ring of areas.flat()) for (let at = 2; at < ring.length; at += 2) {
		const [fromX, fromY, toX, toY] = [
			ring[at - 2],
			ring[at - 1],
			ring[at],
			ring[at + 1]
		];
		if (fromY > y !== toY > y && x < (toX - fromX) * (y - fromY) / (toY - fromY) + fromX) inside = !inside;
	}
	return inside;
}
// src/render/map-page/browser/graticule.ts
function drawGraticule(brush, colours) {
	const { paper, camera } = brush;
	const { plane, width, height } = camera;
	const lines = linesAcross(camera);
	const flats = lines.map(({ positions }) => plane.line(positions));
	brush.stroke([{
		areas: [],
		lines: flats.flat(),
		points: [],
		box: camera.viewBox()
	}], colours.graticule, .8);
	paper.font = "400 10.5px system-ui, sans-serif";
	paper.fillStyle = colours.quiet;
	paper.textBaseline = "middle";
	lines.forEach(({ text, isMeridian }, at) => {
		const place = crossing(flats[at], isMeridian, camera, isMeridian ? 9 : 6);
		if (place === void 0) return;
		const [x, y] = isMeridian ? [place + 4, 9] : [6, place - 7];
		if (x < width - 110 && y > 20 === !isMeridian && y < height - 60) {
			paper.lineWidth = 3;
			paper.strokeStyle = colours.sea;
			paper.strokeText(text, x, y);
			paper.fillText(text, x, y);
		}
	});
}
function linesAcross(camera) {
	const seen = seenPositions(camera);
	if (seen === void 0) return [];
	const { west, east, south, north } = seen;
	const step = graticuleStep(Math.max(72 * Math.min(360, east - west) / camera.width, 56 * (north - south) / camera.height));
	const lines = [];
	const isWhole = east - west >= 359;
	for (let x = Math.ceil(west / step) * step; x <= east - (isWhole ? step / 2 : 0); x += step) {
		const [low, high] = [Math.max(-89.9, south), Math.min(89.9, north)];
		lines.push({
			positions: fineLine([x, low], [x, high]),
			text: degreesText(x, "E", "W", step),
			isMeridian: true
		});
	}
	for (let y = Math.ceil(south / step) * step; y <= north; y += step) if (Math.abs(y) < 90) lines.push({
		positions: fineLine([west, y], [east, y]),
		text: degreesText(y, "N", "S", step),
		isMeridian: false
	});
	return lines;
}
/** What of the globe the view shows. */
function seenPositions(camera) {
	const { plane, width, height } = camera;
	const middle = camera.positionAt(width / 2, height / 2);
	let [west, east, south, north] = [
		1e400,
		-1e400,
		90,
		-90
	];
	for (let column = 0; column <= 12; column++) for (let row = 0; row <= 12; row++) {
		const position = camera.positionAt(width * column / 12, height * row / 12);
		if (position === void 0) continue;
		const [longitude, latitude] = position;
		const reference = middle?.[0] ?? 0;
		const near = longitude - 360 * Math.round((longitude - reference) / 360);
		west = Math.min(west, near);
		east = Math.max(east, near);
		south = Math.min(south, latitude);
		north = Math.max(north, latitude);
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
/** The finest step whose lines are at least so many degrees apart. */
const graticuleStep = (least) => STEPS$1.findLast((step) => step >= least) ?? STEPS$1[0];
/** Fifty stretches, so that a parallel is round near a pole. */
const fineLine = ([fromX, fromY], [toX, toY]) => Array.from({ length: 51 }, (_, at) => [fromX + (toX - fromX) * at / 50, fromY + (toY - fromY) * at / 50]);
/** Where a line crosses the top (meridians) or the left edge, in pixels along it. */
function crossing(lines, isMeridian, { scale, shiftX: x, shiftY: y }, edge) {
	for (const line of lines) for (let at = 2; at < line.length; at += 2) {
		const [fromX, fromY] = [line[at - 2] * scale + x, line[at - 1] * scale + y];
		const [toX, toY] = [line[at] * scale + x, line[at + 1] * scale + y];
		const [from, to] = isMeridian ? [fromY, toY] : [fromX, toX];
		if (from > edge === to > edge) continue;
		const share = (edge - from) / (to - from);
		return isMeridian ? fromX + share * (toX - fromX) : fromY + share * (toY - fromY);
	}
}
// src/render/map-page/browser/map-input.ts
/** Buttons, wheel, keys and pointers of the map: they move the camera, and point at or pick what lies there. */
function listenToInput(camera, touched) {
	const [element, canvas] = [byId("map"), byId("canvas")];
	byId("zoom-in").addEventListener("click", () => camera.zoom(1.6));
	byId("zoom-out").addEventListener("click", () => camera.zoom(1 / 1.6));
	byId("zoom-all").addEventListener("click", () => camera.showAll());
	canvas.addEventListener("wheel", (event) => {
		event.preventDefault();
		const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
		camera.zoom(Math.exp(-Math.max(-200, Math.min(200, lines)) * .0022), event.offsetX, event.offsetY);
	}, { passive: false });
	canvas.addEventListener("dblclick", (event) => camera.zoom(2, event.offsetX, event.offsetY));
	element.addEventListener("keydown", (event) => {
		if (event.target === element) onKey(camera, event);
	});
	listenToPointers(canvas, camera, touched);
}
function onKey(camera, event) {
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	const step = 60;
	const action = {
		ArrowLeft: () => camera.pan(step, 0),
		ArrowRight: () => camera.pan(-60, 0),
		ArrowUp: () => camera.pan(0, step),
		ArrowDown: () => camera.pan(0, -60),
		"+": () => camera.zoom(1.6),
		"=": () => camera.zoom(1.6),
		"-": () => camera.zoom(1 / 1.6),
		"0": () => camera.showAll()
	}[event.key];
	if (action === void 0) return;
	event.preventDefault();
	action();
}
/** One pointer drags, two pinch; one that hardly moved picks what lies under it. */
function listenToPointers(canvas, camera, { point, pick }) {
	const held = /* @__PURE__ */ new Map();
	let travelled = 0;
	canvas.addEventListener("pointerdown", (event) => {
		held.set(event.pointerId, {
			x: event.offsetX,
			y: event.offsetY
		});
		canvas.setPointerCapture(event.pointerId);
		travelled = held.size > 1 ? 1e400 : 0;
	});
	canvas.addEventListener("pointermove", (event) => {
		const last = held.get(event.pointerId);
		const now = {
			x: event.offsetX,
			y: event.offsetY
		};
		if (last === void 0) {
			point(now);
			return;
		}
		held.set(event.pointerId, now);
		const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
		if (other === void 0) {
			travelled += Math.hypot(now.x - last.x, now.y - last.y);
			if (travelled > 4) canvas.classList.add("dragged");
			camera.pan(now.x - last.x, now.y - last.y);
		} else {
			const before = Math.hypot(last.x - other.x, last.y - other.y);
			const after = Math.hypot(now.x - other.x, now.y - other.y);
			if (before > 0) camera.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
		}
	});
	const release = (event) => {
		const wasHeld = held.delete(event.pointerId);
		canvas.classList.remove("dragged");
		if (wasHeld && event.type === "pointerup" && travelled <= 4) pick({
			x: event.offsetX,
			y: event.offsetY
		});
	};
	canvas.addEventListener("pointerup", release);
	canvas.addEventListener("pointercancel", release);
	canvas.addEventListener("pointerleave", () => point(void 0));
}
// src/render/map-page/browser/scale-bar.ts
/** The scale bar and the arrow to north, for the middle of the view. */
function showScale(camera) {
	const { plane, scale } = camera;
	const [x, y] = camera.middle;
	const [bar, text] = [byId("scale-bar"), byId("scale-text")];
	const km = camera.kmPerUnit(x, y) / scale;
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
/** 1, 2 or 5 times a power of ten. */
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
	brush;
	/** What lies under the footprints, and the names above them. */
	under;
	above;
	/** The view that these two show. */
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
		this.backdrop = readBackdrop(data.background);
		this.area = readShape(data.outline, FINE);
		const marks = (list) => list.map(({ name, shape }) => ({
			name,
			flat: readShape(shape, FINE)
		}));
		this.targets = marks(data.targets);
		this.passes = marks(data.passes);
		this.camera = new Camera({
			plane,
			world: this.backdrop.outline.box,
			everything: () => this.everything(),
			changed: this.redraw
		});
		this.brush = new Brush(this.camera, byId("canvas"));
		[this.under, this.above] = [new Brush(this.camera), new Brush(this.camera)];
		listenToInput(this.camera, {
			point: (at) => this.point(at),
			pick: (at) => pick(scenesAt(this.camera, rows.shown, at))
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
	/** Reads the colours again: light or dark was changed, or the page is printed. */
	recolour() {
		this.colours = readColours();
		this.drawnView = "";
		this.draw();
	}
	zoomTo({ rows }) {
		const box = boxOf(rows.map(({ flat }) => flat));
		if (box.left <= box.right) this.camera.zoomTo(box);
	}
	/** The box of all that is on the map, or the world when nothing is. */
	everything() {
		const box = boxOf([
			...this.rows.all.map(({ flat }) => flat),
			this.area,
			...this.targets.map(({ flat }) => flat)
		]);
		return box.left > box.right ? boxOf([this.backdrop.outline]) : box;
	}
	resize() {
		const { width, height } = this.element.getBoundingClientRect();
		if (width === 0 || height === 0) return;
		this.camera.resize(width, height, Math.min(3, devicePixelRatio));
		this.brush.empty();
		this.drawnView = "";
		this.draw();
	}
	/** What lies under the pointer, and where it is. */
	point(at) {
		const [top] = at === void 0 ? [] : scenesAt(this.camera, this.rows.shown, at);
		this.rows.hover(top);
		if (at !== void 0) this.brush.canvas.classList.toggle("over", top !== void 0);
		const position = at && this.camera.positionAt(at.x, at.y);
		byId("where").textContent = position === void 0 ? "" : positionText(position, this.camera.scale);
	}
	draw() {
		const { brush, colours, camera } = this;
		const { width, height, scale, shiftX, shiftY } = camera;
		const view = [
			width,
			height,
			scale,
			shiftX,
			shiftY,
			this.hasBorders
		].join(" ");
		if (view !== this.drawnView) {
			this.drawUnder();
			this.above.empty();
			drawTowns(this.above, colours, this.backdrop.towns);
			this.drawnView = view;
		}
		brush.copy(this.under);
		brush.paper.lineJoin = "round";
		for (const { flat } of this.passes) {
			brush.shade([flat], colours.accent, .1);
			brush.stroke([flat], colours.accent, 1, [6, 4]);
		}
		brush.stroke([this.area], colours.paper, 4.5, [], .6);
		brush.stroke([this.area], colours.area, 1.8, [7, 4]);
		drawFootprints(brush, colours, this.rows, this.groups);
		brush.copy(this.above);
		for (const target of this.targets) drawTarget(brush, colours, target);
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
function drawTarget(brush, colours, { name, flat }) {
	const { paper, camera } = brush;
	brush.stroke([flat], colours.area, 1.6);
	const { left, right, top, bottom } = flat.box;
	if (left > right) return;
	const [x, y] = camera.toScreen((left + right) / 2, (top + bottom) / 2);
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
	brush.label(name, x + 10, y, colours.ink, colours.land, 600);
}
function boxOf(shapes) {
	const box = emptyBox();
	for (const { box: part } of shapes) {
		if (part.left > part.right) continue;
		grow(box, part.left, part.top);
		grow(box, part.right, part.bottom);
	}
	return box;
}
// src/render/map-page/browser/columns.ts
/** Which columns of the table have room beside each other. The others stand in a second line of each row, with the products. */
const TICK_WIDTH = 30;
const GAP = 14;
/** Longer texts are cut. */
const WIDEST = 230;
/** Of this many rows the widest cell decides. */
const MEASURED = 150;
/** The column that names a row: the first one, after the numbers that commands take. */
const leadOf = (columns) => columns.find(({ key }) => key !== "#") ?? columns[0];
/** In the order of the table. Ids are long, and what decides stands before them. */
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
/** As the service wrote it. */
const mapPriceText = ({ text, currency, amount }) => text ?? \`\${currency} \${amount.toFixed(2)}\`;
/** The cell of a scene: its value, or the lowest and the highest of its products. */
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
/** A cell as people read it: times to the minute in UTC, numbers with at most three decimals, and 0 only for nothing. */
function displayed(cell, kind) {
	if (cell === null) return "";
	if (typeof cell === "number") return String(Math.round(cell * 1e3) / 1e3 || Number(cell.toPrecision(1)));
	const ms = kind === "time" ? Date.parse(cell) : NaN;
	return Number.isNaN(ms) ? cell : minuteText(ms);
}
/** \`descending\`, \`incidence 20.9 °\`, \`squint 30.0..-30.0 °\`: a number alone says nothing. */
function detailText(scene, column) {
	const text = sceneText(scene, column);
	if (text === "") return [];
	const { name, unit, kind } = column;
	if (unit !== void 0) return [\`\${name} \${text} \${unit}\`];
	return [kind === "text" && !STARTS_WITH_NUMBER.test(text) ? text : \`\${name} \${text}\`];
}
const STARTS_WITH_NUMBER = /^[-+]?\\d/;
// src/render/map-page/browser/product-ticks.ts
/** The ticks of a scene: a box for each of its products that is shown, or one box for a row that is no product. */
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
/** The product with its price, and the id of the item where the pointer rests. */
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
* A share of 0 to 1 as the percentage that people read, on a terminal and on a map page alike: whole percents; tenths
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
	/** Of a geometry whose edges take the shorter way. */
	region(geometry) {
		const polygons = polygonsIn(geometry);
		const heights = polygons.flat(2).map(([, latitude = 0]) => latitude);
		const [south, north] = [heights.reduce(least, 1e400), heights.reduce(most, -1e400)];
		return { intervals: Array.from(this.latitudes, (latitude) => latitude < south || latitude > north ? [] : union(polygons.flatMap((rings) => this.crossings(rings, latitude)))) };
	}
	/** What any of them holds, within \`frame\`. */
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
	/** Longitudes between an odd and an even crossing, turned to within 180 degrees of the middle. */
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
const RADIANS$1 = Math.PI / 180;
/** Square kilometres of a strip one degree of longitude wide. */
function stripKm2(latitude, height) {
	const sine = Math.sin(latitude * RADIANS$1);
	const squash = 1 - ECCENTRICITY_2 * sine * sine;
	const density = Math.cos(latitude * RADIANS$1) * .9933056200098587 / (squash * squash);
	return RADIUS_KM * RADIUS_KM * density * height * RADIANS$1 * RADIANS$1;
}
// src/render/map-page/coverage.ts
/** Measures coverage on the parallels of the area, or of all rows where no area was asked for. */
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
/** Parallels on which many rows are measured: enough for tenths of a percent. */
const parallelsFor = (rows) => rows > 1e3 ? 120 : 400;
function coverageOf({ area, rows, cover }) {
	if (cover === void 0) return void 0;
	const grid = new CoverGrid(cover, cover.isOfArea ? parallelsFor(rows.length) : 400);
	const frame = cover.isOfArea ? grid.region(area) : void 0;
	return new Coverage(grid, frame && grid.areaKm2(frame) > 0 ? frame : void 0);
}
// src/render/map-page/browser/page-rows.ts
/**
* The state of a page while it is open, in the browser alone: the rows with what was ticked, filtered and sorted; the views
* listen to changes. Its \`data\` is what Node wrote into the page (\`../page-data.ts\`) and never changes. Rows that are
* products of one collect stand together as a scene; any other row is a scene of its own. Nothing here needs a document.
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
	constructor(data) {
		this.coverage = coverageOf(data);
		this.all = data.rows.map((row, index) => {
			const { cells } = row;
			const timeMs = row.time === void 0 ? NaN : Date.parse(row.time);
			const flat = readShape(row.shape, FINE);
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
	/** The rows that pass the filters. */
	get shownRows() {
		return this.shown.flatMap(({ shown }) => shown);
	}
	hover(scene) {
		if (scene === this.hovered) return;
		this.hovered = scene;
		this.tell("hovered");
	}
	/** Applies the filters and the order again. */
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
	/** What the rows cover together: the share of the area, or square kilometres where no area was asked for. */
	coveredBy(rows) {
		return this.coverage?.together(rows.map(({ data }) => data)) ?? {};
	}
};
/** The scenes in the order of their first rows. */
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
/** The first value of its products in the order asked for. */
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
// src/render/map-page/browser/plane.ts
/** The plane of the map while the page is open: where a position lies, and which position lies there. */
const RADIANS = Math.PI / 180;
/** Azimuthal maps end this far from their pole. */
const POLAR_REACH = 100 * RADIANS;
var Plane = class {
	kind;
	/** Longitude. */
	middle;
	constructor({ kind, middle }) {
		this.kind = kind;
		this.middle = middle;
	}
	/** Not a number beyond the edge of the map. */
	project([longitude = 0, latitude = 0]) {
		const degrees = longitude - this.middle;
		const turn = Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
		const [x, y] = FORMULAS[this.kind].project(turn * RADIANS, latitude * RADIANS);
		return [x * PLANE_SCALE, y * PLANE_SCALE];
	}
	/** Undefined beyond the edge of the map. */
	invert(x, y) {
		const [turn, north] = FORMULAS[this.kind].invert(x / PLANE_SCALE, y / PLANE_SCALE);
		if (!(Math.abs(turn) <= Math.PI && Math.abs(north) <= Math.PI / 2)) return void 0;
		const longitude = this.middle + turn / RADIANS;
		return [longitude - 360 * Math.round(longitude / 360), north / RADIANS];
	}
	/** A line in pieces, cut where it leaves the map on one side and comes back on the other. */
	line(positions) {
		const pieces = [[]];
		for (const position of positions) {
			const [x, y] = this.project(position);
			const [before] = pieces.at(-1).slice(-2);
			if (Number.isNaN(x) || Math.abs(x - (before ?? x)) > 1e3) pieces.push([]);
			if (!Number.isNaN(x)) pieces.at(-1).push(x, y);
		}
		return pieces.filter(({ length }) => length > 2).map((piece) => Float64Array.from(piece));
	}
};
/** Distances from the pole are true. From the north pole the middle longitude points down, from the south pole up. */
const azimuthal = (sign) => ({
	project: (turn, north) => {
		const away = Math.PI / 2 - sign * north;
		if (away > POLAR_REACH) return [NaN, NaN];
		return [away * Math.sin(turn), sign * away * Math.cos(turn)];
	},
	invert: (x, y) => {
		const away = Math.hypot(x, y);
		return [Math.atan2(x, sign * y), away > POLAR_REACH ? NaN : sign * (Math.PI / 2 - away)];
	}
});
/** Equal Earth, by Šavrič, Patterson and Jenny (2018). */
const [A1, A2, A3, A4] = [
	1.340264,
	-.081106,
	893e-6,
	.003796
];
const M = Math.sqrt(3) / 2;
const heightAt = (angle) => angle * (A1 + A2 * angle ** 2 + A3 * angle ** 6 + A4 * angle ** 8);
const slopeAt = (angle) => A1 + 3 * A2 * angle ** 2 + 7 * A3 * angle ** 6 + 9 * A4 * angle ** 8;
const FORMULAS = {
	"north-pole": azimuthal(1),
	"south-pole": azimuthal(-1),
	mercator: {
		project: (turn, north) => [turn, -Math.log(Math.tan(Math.PI / 4 + north / 2))],
		invert: (x, y) => [x, 2 * Math.atan(Math.exp(-y)) - Math.PI / 2]
	},
	world: {
		project: (turn, north) => {
			const angle = Math.asin(M * Math.sin(north));
			return [turn * Math.cos(angle) / (M * slopeAt(angle)), -heightAt(angle)];
		},
		invert: (x, y) => {
			let angle = -y;
			for (let step = 0; step < 12; step++) angle -= (heightAt(angle) + y) / slopeAt(angle);
			return [M * x * slopeAt(angle) / Math.cos(angle), Math.asin(Math.sin(angle) / M)];
		}
	}
};
// src/render/page/browser/enlarged-picture.ts
/** A picture at its largest, with a caption: what it shows, its pixels, and how much ground they are. Escape closes it. */
const dialog = byId("enlarged");
const large = byId("enlarged-picture");
let returnFocus = () => {};
byId("enlarged-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
	if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => returnFocus());
/** Shows the picture, also in place of one that is open; \`focus\` is called when it is closed. */
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
/** The small picture of a row, which a click or a key enlarges. */
/** None for a scene without a picture. */
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
/** \`2026-11-19 10:15 UTC, scene 69c19618, GEO\`, or the id of a row that is a scene of its own. */
function nameOf(scene, { data }, columns) {
	const lead = leadOf(columns);
	const first = lead === void 0 ? "" : sceneText(scene, lead);
	const utc = lead?.kind === "time" && first !== "" ? \`\${first} UTC\` : first;
	const own = data.scene === void 0 ? [data.label] : [\`scene \${data.scene.name}\`, data.scene.product];
	return [.../* @__PURE__ */ new Set([utc, ...own])].filter((part) => part !== "").join(", ");
}
// src/render/map-page/browser/table-view.ts
/** The table: one page of scenes at a time, sorted by its heads; ticks; hover and focus show a scene on the map. */
/** More rows at once would make each filter slow. */
const PAGE_ROWS = 100;
/** What a printed page holds at most, and how wide it is. */
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
	/** Brings a scene into sight. */
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
	/** The padding of the rows is taken off. */
	width = () => byId("rows").clientWidth - 32;
	fit(width) {
		const fitted = fitColumns(this.rows, this.columns, width, { hasPictures: this.hasPictures });
		byId("table").style.setProperty("--columns", fitted.template);
		return fitted;
	}
	/** Draws again when other columns have room. */
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
	/** Every column in both directions, also those that have no head. */
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
	/** What is the same in all rows stands once below the table. */
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
	/** Up and down move between the ticks of neighbouring rows, left and right between the products of one. */
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
// src/render/map-page/browser/time-view.ts
/** The histogram of time: bars of all rows and of those shown; a range is dragged across it or set by two sliders. */
const BARS = 60;
const STEPS = 1e3;
const SVG = "http://www.w3.org/2000/svg";
function showHistogram(rows) {
	const times = rows.all.map(({ timeMs }) => timeMs).filter((ms) => !Number.isNaN(ms));
	const first = times.reduce((a, b) => Math.min(a, b), 1e400);
	const last = times.reduce((a, b) => Math.max(a, b), -1e400);
	if (times.length < 2 || first === last) return;
	byId("histogram").hidden = false;
	const svg = byId("bars");
	svg.setAttribute("viewBox", \`0 0 \${BARS} 20\`);
	showBars(svg, rows, {
		first,
		last
	});
	listenToDrags(svg, showRange(svg, rows, {
		first,
		last
	}));
}
/** A bar of all scenes in a stretch of time, and before it one of those shown. */
function showBars(svg, rows, { first, last }) {
	const bars = (className) => Array.from({ length: BARS }, (_, at) => rectangle(className, at + .08, .84));
	const [all, some] = [bars("all"), bars("some")];
	svg.append(...all, ...some);
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
	const setHeights = (rects, bins) => {
		rects.forEach((rect, at) => {
			const height = bins[at] === 0 ? 0 : Math.max(1, 19 * bins[at] / tallest);
			rect.setAttribute("y", String(20 - height));
			rect.setAttribute("height", String(height));
		});
	};
	setHeights(all, whole);
	setHeights(some, whole);
	const showSome = () => {
		const bins = counts((isShown) => isShown);
		setHeights(some, bins);
	};
	rows.on("shown", showSome);
}
/** The two sliders, their words, and what lies outside the range. */
function showRange(svg, rows, { first, last }) {
	const [low, high] = [byId("range-from"), byId("range-to")];
	const outside = [rectangle("outside", 0, 0), rectangle("outside", 0, 0)];
	for (const [at, rect] of outside.entries()) {
		rect.setAttribute("height", "20");
		rect.setAttribute("y", "0");
		rect.setAttribute("data-side", String(at));
	}
	svg.append(...outside);
	const timeAt = (step) => first + (last - first) * step / STEPS;
	const describe = () => {
		const [from, to] = [low.valueAsNumber, high.valueAsNumber];
		byId("range-start").textContent = \`\${minuteText(timeAt(from))} UTC\`;
		byId("range-end").textContent = \`\${minuteText(timeAt(to))} UTC\`;
		low.setAttribute("aria-valuetext", \`from \${minuteText(timeAt(from))}\`);
		high.setAttribute("aria-valuetext", \`to \${minuteText(timeAt(to))}\`);
		outside[0].setAttribute("width", String(BARS * from / STEPS));
		outside[1].setAttribute("x", String(BARS * to / STEPS));
		outside[1].setAttribute("width", String(BARS - BARS * to / STEPS));
		byId("range-reset").hidden = from === 0 && to === STEPS;
	};
	const apply = eachFrame(() => {
		const [from, to] = [low.valueAsNumber, high.valueAsNumber];
		rows.filters.time = [from === 0 ? -1e400 : timeAt(from), to === STEPS ? 1e400 : timeAt(to)];
		rows.update();
	});
	const set = (from, to) => {
		low.value = String(Math.min(from, to));
		high.value = String(Math.max(from, to));
		describe();
		apply();
	};
	low.addEventListener("input", () => set(Math.min(low.valueAsNumber, high.valueAsNumber), high.valueAsNumber));
	high.addEventListener("input", () => set(low.valueAsNumber, Math.max(low.valueAsNumber, high.valueAsNumber)));
	byId("range-reset").addEventListener("click", () => {
		set(0, STEPS);
		low.focus();
	});
	describe();
	return set;
}
/** A range is dragged across the bars. */
function listenToDrags(svg, set) {
	let start;
	const stepAt = ({ clientX }) => {
		const { left, width } = svg.getBoundingClientRect();
		return Math.round(Math.max(0, Math.min(1, (clientX - left) / width)) * STEPS);
	};
	svg.addEventListener("pointerdown", (event) => {
		start = stepAt(event);
		svg.setPointerCapture(event.pointerId);
	});
	svg.addEventListener("pointermove", (event) => {
		if (start !== void 0 && Math.abs(stepAt(event) - start) > 3) set(start, stepAt(event));
	});
	svg.addEventListener("pointerup", (event) => {
		if (start !== void 0 && Math.abs(stepAt(event) - start) <= 3) set(0, STEPS);
		start = void 0;
	});
}
function rectangle(className, x, width) {
	const rect = document.createElementNS(SVG, "rect");
	rect.setAttribute("class", className);
	rect.setAttribute("x", String(x));
	rect.setAttribute("width", String(width));
	return rect;
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
const rows = new PageRows(data);
const map = new MapView(rows, new Plane(data.plane), data, showCard);
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
/** What lies under a click: each scene with its ticks. */
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
/** Colours footprints by the values of a column; the sixth colour is for all that are rarer. */
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
/** On a small screen the key, and what is chosen beside the command, are one line at first. */
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
.map canvas.dragged {
  cursor: grabbing;
}
.map canvas.over {
  cursor: pointer;
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
  touch-action: none;
  cursor: crosshair;
}
#bars rect.all {
  fill: var(--line);
}
#bars rect.some {
  fill: var(--accent);
}
#bars rect.outside {
  fill: var(--paper);
  opacity: 0.72;
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
.range input::-webkit-slider-runnable-track {
  height: 2px;
  background: var(--line);
}
.range input::-moz-range-track {
  height: 2px;
  background: var(--line);
}
.range input::-webkit-slider-thumb {
  appearance: none;
  pointer-events: auto;
  width: 14px;
  height: 16px;
  margin-top: -7px;
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
