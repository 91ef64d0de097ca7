/** Style and scripts of the map page. Made by `npm run docs`. */
export const MAP_LIBRARY = `/* d3-geo 3.1.2 and d3-array, (c) Mike Bostock and others, ISC licence; and the geometry and rows of swath */
var mapGeometry=(function(e){Object.defineProperty(e,Symbol.toStringTag,{value:\`Module\`});let t=Array.from({length:94},(e,t)=>String.fromCharCode(33+t)).filter(e=>!'"\\\\\`;'.includes(e)),n=new Uint8Array(127);for(let[e,r]of t.entries())n[r.charCodeAt(0)]=e;function r(e){let t=[],[r,i,a,o]=[0,0,0,!0];for(let s=0;s<e.length;s++){let c=n[e.charCodeAt(s)];if(c>=45){a=a*45+c-45;continue}a=a*45+c;let l=a%2==0?a/2:-(a+1)/2;a=0,o?r+=l:(i+=l,t.push([r/100,i/100])),o=!o}return t}function i(e){let[t,n]=[0,0],r=\`\`;for(let[i,[o=0,s=0]]of e.entries()){let[e,c]=[Math.round(o*100),Math.round(s*100)];i>0&&e===t&&c===n||(r+=a(e-t)+a(c-n),[t,n]=[e,c])}return r}function a(e){let n=e<0?-2*e-1:2*e,r=t[n%45];for(n=Math.floor(n/45);n>0;n=Math.floor(n/45))r=t[45+n%45]+r;return r}function o(e){return e>=-180&&e<=180?e:e-Math.floor((e+180)/360)*360}let s=6371.0088,c=Math.PI/180;function l([e,t],[n,r]){let[i,a]=[t*c,r*c],[o,l]=[(a-i)/2,(n-e)*c/2],u=Math.sin(o)**2+Math.cos(i)*Math.cos(a)*Math.sin(l)**2;return 2*s*Math.asin(Math.min(1,Math.sqrt(u)))}function u([e,t],[n,r]){let[i,a,o]=[t*c,r*c,(n-e)*c],s=Math.sin(o)*Math.cos(a),l=Math.cos(i)*Math.sin(a)-Math.sin(i)*Math.cos(a)*Math.cos(o);return(Math.atan2(s,l)/c+360)%360}function d([e,t],n,r){let[i,a,l]=[r/s,n*c,t*c],u=Math.asin(Math.sin(l)*Math.cos(i)+Math.cos(l)*Math.sin(i)*Math.cos(a));return[o(e+Math.atan2(Math.sin(a)*Math.sin(i)*Math.cos(l),Math.cos(i)-Math.sin(l)*Math.sin(u))/c),u/c]}function f(e){return e.type===\`Polygon\`?[e.coordinates]:e.coordinates}function p(e){let[t,n]=e[0]??[0,0],r=0;for(let i=1;i<e.length;i++){let[a,o]=[e[i-1],e[i]];r+=(a[0]-t)*(o[1]-n)-(o[0]-t)*(a[1]-n)}return r}function m(e){let{type:t,coordinates:n}=e,r=t===\`Polygon\`?n:n.flat();if(!r.some(e=>g(e)!==void 0))return e;let[i=0]=r[0]?.[0]??[],a=e=>h(e,i);return{...e,coordinates:t===\`Polygon\`?n.map(a):n.map(e=>e.map(a))}}let h=(e,t)=>y(v(e,t));function g(e){let t=e.findIndex((t,n)=>n>0&&_(t[0]-e[n-1][0]));return t<0?void 0:[e[t-1][0],e[t][0]]}let _=e=>Math.abs(e)>180&&Math.abs(e)<360;function v(e,t){let n=Math.round((t-(e[0]?.[0]??t))/360)*360;return e.map(([t=0,r=0],i)=>{let a=i===0?0:t-e[i-1][0];return _(a)&&(n-=Math.sign(a)*360),[t+n,r]})}function y(e){let[t,n]=[e[0],e.at(-1)];if(t===void 0||n===void 0||Math.abs(n[0]-t[0])<180)return e;let r=e.reduce((e,[,t=0])=>e+t,0)<0?-90:90;return[...e,[n[0],r],[t[0],r],t]}let b=2e-8;function x(e){let t={areas:[],lines:[],points:[]};return e&&S(t,e),t}function S(e,t){switch(t.type){case\`GeometryCollection\`:for(let n of t.geometries)S(e,n);return;case\`Point\`:e.points.push(t.coordinates);return;case\`MultiPoint\`:e.points.push(...t.coordinates);return;case\`LineString\`:e.lines.push(A(k(t.coordinates)));return;case\`MultiLineString\`:e.lines.push(...t.coordinates.map(e=>A(k(e))));return;case\`Polygon\`:case\`MultiPolygon\`:C(e,t)}}function C(e,t){for(let[n=[],...r]of f(m(t))){if(w(n)<b){e.lines.push(A(n));continue}let t=r.filter(e=>w(e)>=b);e.areas.push([T(n,\`clockwise\`),...t.map(e=>T(e,\`counter\`))])}}function w(e){let t=e.reduce((e,[,t=0])=>e+t,0)/Math.max(1,e.length);return Math.abs(p(e))/2*Math.cos(t*Math.PI/180)}function T(e,t){let n=p(e)<0,r=A(D(e));return n===(t===\`clockwise\`)?r:r.reverse()}let E=([,e=0])=>Math.abs(e)>89.9999;function D(e){let t=e.slice(0,-1),n=t.findIndex(e=>!E(e));if(n<0||!t.some(E))return[...e];let r=[],i=[...t.slice(n),...t.slice(0,n)];i.forEach((e,t)=>{if(!E(e))return void r.push(e);if(E(i[t-1]))return;let n=i[t-1],a=i.slice(t).find(e=>!E(e))??i[0];O(n[0],a[0])||r.push([n[0],e[1]],[a[0],e[1]])});let[a,o]=[r[0],r.at(-1)];return O(a[0],o[0])&&Math.abs(a[1]-o[1])<1e-9?r:[...r,a]}let O=(e,t)=>Math.abs(e-t-360*Math.round((e-t)/360))<1e-6;function k(e){let t=0;return e.map(([n=0,r=0],i)=>{let a=i===0?0:n-e[i-1][0];return Math.abs(a)>180&&Math.abs(a)<360&&(t-=Math.sign(a)*360),[n+t,r]})}function A(e){let t=[];return e.forEach((n,r)=>{let i=e[r-1];if(i!==void 0&&!(E(i)&&E(n))){let[e,r]=[n[0]-i[0],n[1]-i[1]],a=Math.ceil(Math.max(Math.abs(e),Math.abs(r))/1);for(let n=1;n<a;n++)t.push([i[0]+e*n/a,i[1]+r*n/a])}t.push([n[0],n[1]])}),t}function j(e){let t=ee(e).flatMap(e=>e.slice(1).map((t,n)=>[e[n],t])),n=new Map;for(let e of t)n.set(te(e),(n.get(te(e))??0)+1);return{areas:[],lines:t.filter(([e,t])=>n.get(te([e,t]))===1&&!(E(e)&&E(t))).map(e=>A(e)),points:[]}}let ee=e=>e?.type===\`Polygon\`||e?.type===\`MultiPolygon\`?f(m(e)).flat():[];function te([e,t]){let n=([e=0,t=0])=>\`\${(e-360*Math.floor(e/360)).toFixed(6)} \${t.toFixed(6)}\`;return[n(e),n(t)].sort().join(\` \`)}let ne=({areas:e,lines:t,points:n})=>[...e.flat(2),...t.flat(),...n];function re(e,{detail:t,...n}){let i=(t,n)=>{let r=ae(t),i=r.flatMap(e=>x({type:\`Polygon\`,coordinates:e}).areas);if(n===void 0)return e.flatten({areas:i,lines:[],points:[]});let a=r.flat().flatMap(e=>se(e,n));return e.flatten({areas:[],lines:a.map(A),points:[]})},a=t=>e.flatten({areas:[],lines:t===\`\`?[]:t.split(\`
\`).map(r),points:[]});return{outline:e.outline(),land:i(n.land),borders:a(n.borders),detail:t===void 0?void 0:{frame:e.flatten(x(ie(t.bounds))),land:i(t.land),coast:i(t.land,oe(t.bounds)),borders:a(t.borders)},towns:n.towns.flatMap(([t,n,r])=>{let[i,a]=e.project([n,r]);return Number.isFinite(i+a)&&e.invert(i,a)!==void 0?[{name:t,x:i,y:a}]:[]})}}let ie=({west:e,east:t,south:n,north:r})=>({type:\`Polygon\`,coordinates:[[[e,n],[t,n],[t,r],[e,r],[e,n]]]}),ae=e=>e===\`\`?[]:e.split(\`
\`).map(e=>e.split(\`;\`).map(r)),oe=({west:e,east:t,south:n,north:r})=>(i,a)=>[e,t].some(e=>i[0]===e&&a[0]===e)||[n,r].some(e=>i[1]===e&&a[1]===e);function se(e,t){let n=[[]];return e.forEach((r,i)=>{i>0&&t(e[i-1],r)&&n.push([]),n.at(-1).push(r)}),n.filter(({length:e})=>e>1)}function ce(e,t){let n=e;for(let[e,r,i]of ue(t)){if(de(n,e,r,i))continue;let t=[],a=n.length;for(let o=0;o<a;o+=2){let s=(o+a-2)%a,[c,l]=[n[s+e],n[o+e]],[u,d]=[i*(c-r)>=0,i*(l-r)>=0];u!==d&&fe(t,n,s,o,(r-c)/(l-c)),d&&t.push(n[o],n[o+1])}if(n=t,n.length===0)break}return n}function le(e,t){let n=[e];for(let[e,r,i]of ue(t))n=n.flatMap(t=>{if(de(t,e,r,i))return[t];let n=[[]];for(let a=0;a<t.length;a+=2){let o=t[a+e],s=i*(o-r)>=0;if(a>0){let c=t[a-2+e];i*(c-r)>=0!==s&&(s&&n.push([]),fe(n.at(-1),t,a-2,a,(r-c)/(o-c)))}s&&n.at(-1).push(t[a],t[a+1])}return n.filter(({length:e})=>e>2)});return n}let ue=({left:e,right:t,top:n,bottom:r})=>[[0,e,1],[0,t,-1],[1,n,1],[1,r,-1]];function de(e,t,n,r){for(let i=t;i<e.length;i+=2)if(r*(e[i]-n)<0)return!1;return!0}function fe(e,t,n,r,i){e.push(t[n]+i*(t[r]-t[n]),t[n+1]+i*(t[r+1]-t[n+1]))}var pe=class{latitudes;weights;constructor({south:e,north:t,middle:n},r=400){this.middle=n,this.latitudes=new Float64Array(r),this.weights=new Float64Array(r);let i=(t-e)/r;for(let t=0;t<r;t++){let n=e+i*(t+.5);this.latitudes[t]=n,this.weights[t]=xe(n,i)}}middle;region(e){let t=ge(e),n=t.flat(2).map(([,e=0])=>e),[r,i]=[n.reduce(me,1/0),n.reduce(he,-1/0)];return{intervals:Array.from(this.latitudes,e=>e<r||e>i?[]:_e(t.flatMap(t=>this.crossings(t,e))))}}union(e,t){return{intervals:Array.from(this.latitudes,(n,r)=>{let i=_e(e.flatMap(({intervals:e})=>e[r]));return t===void 0?i:ve(i,t.intervals[r])})}}areaKm2({intervals:e}){let t=0;return e.forEach((e,n)=>{for(let[r,i]of e)t+=(i-r)*this.weights[n]}),t}crossings(e,t){let n=[];for(let r of e)for(let e=1;e<r.length;e++){let[[i,a],[o,s]]=[r[e-1],r[e]];a>t!=s>t&&n.push(i+(o-i)*(t-a)/(s-a))}n.sort((e,t)=>e-t);let r=[],[i,a]=[this.middle-180,this.middle+180];for(let e=1;e<n.length;e+=2){let t=360*Math.floor((n[e-1]-i)/360),[o,s]=[n[e-1]-t,n[e]-t];r.push([o,Math.min(s,a)]),s>a&&r.push([i,Math.min(s-360,a)])}return r}};let me=(e,t)=>Math.min(e,t),he=(e,t)=>Math.max(e,t);function ge(e){return e?e.type===\`GeometryCollection\`?e.geometries.flatMap(ge):e.type===\`Polygon\`||e.type===\`MultiPolygon\`?f(m(e)):[]:[]}function _e(e){if(e.length<2)return[...e];let t=[];for(let[n,r]of e.toSorted(([e],[t])=>e-t)){let e=t.at(-1);e!==void 0&&n<=e[1]?e[1]=Math.max(e[1],r):t.push([n,r])}return t}function ve(e,t){let n=[];for(let[r,i]of e)for(let[e,a]of t)a>r&&e<i&&n.push([Math.max(r,e),Math.min(i,a)]);return n}let ye=6378.137,be=Math.PI/180;function xe(e,t){let n=Math.sin(e*be),r=1-.006694379990141317*n*n,i=Math.cos(e*be)*.9933056200098587/(r*r);return ye*ye*i*t*be*be}function Se(e){let t=e*100;return t>99.999?100:t<.1?Number(t.toPrecision(1)):t>=10&&t<99?Math.round(t):Math.floor(t*10+1e-9)/10}function Ce(e,t){return e==null||t==null?NaN:e<t?-1:e>t?1:e>=t?0:NaN}function we(e,t){return e==null||t==null?NaN:t<e?-1:t>e?1:t>=e?0:NaN}function Te(e){let t,n,r;e.length===2?(t=e===Ce||e===we?e:Ee,n=e,r=e):(t=Ce,n=(t,n)=>Ce(e(t),n),r=(t,n)=>e(t)-n);function i(e,r,i=0,a=e.length){if(i<a){if(t(r,r)!==0)return a;do{let t=i+a>>>1;n(e[t],r)<0?i=t+1:a=t}while(i<a)}return i}function a(e,r,i=0,a=e.length){if(i<a){if(t(r,r)!==0)return a;do{let t=i+a>>>1;n(e[t],r)<=0?i=t+1:a=t}while(i<a)}return i}function o(e,t,n=0,a=e.length){let o=i(e,t,n,a-1);return o>n&&r(e[o-1],t)>-r(e[o],t)?o-1:o}return{left:i,center:o,right:a}}function Ee(){return 0}function De(e){return e===null?NaN:+e}let Oe=Te(Ce);Oe.right,Oe.left,Te(De).center;var M=class{constructor(){this._partials=new Float64Array(32),this._n=0}add(e){let t=this._partials,n=0;for(let r=0;r<this._n&&r<32;r++){let i=t[r],a=e+i,o=Math.abs(e)<Math.abs(i)?e-(a-i):i-(a-e);o&&(t[n++]=o),e=a}return t[n]=e,this._n=n+1,this}valueOf(){let e=this._partials,t=this._n,n,r,i,a=0;if(t>0){for(a=e[--t];t>0&&(n=a,r=e[--t],a=n+r,i=r-(a-n),!i););t>0&&(i<0&&e[t-1]<0||i>0&&e[t-1]>0)&&(r=i*2,n=a+r,r==n-a&&(a=n))}return a}};Array.prototype.slice;function*ke(e){for(let t of e)yield*t}function Ae(e){return Array.from(ke(e))}var N=1e-6,je=1e-12,P=Math.PI,F=P/2,Me=P/4,I=P*2,L=180/P,R=P/180,z=Math.abs,Ne=Math.atan,B=Math.atan2,V=Math.cos,Pe=Math.exp,Fe=Math.log,H=Math.sin,Ie=Math.sign||function(e){return e>0?1:e<0?-1:0},U=Math.sqrt,Le=Math.tan;function Re(e){return e>1?0:e<-1?P:Math.acos(e)}function W(e){return e>1?F:e<-1?-F:Math.asin(e)}function G(){}function ze(e,t){e&&Ve.hasOwnProperty(e.type)&&Ve[e.type](e,t)}var Be={Feature:function(e,t){ze(e.geometry,t)},FeatureCollection:function(e,t){for(var n=e.features,r=-1,i=n.length;++r<i;)ze(n[r].geometry,t)}},Ve={Sphere:function(e,t){t.sphere()},Point:function(e,t){e=e.coordinates,t.point(e[0],e[1],e[2])},MultiPoint:function(e,t){for(var n=e.coordinates,r=-1,i=n.length;++r<i;)e=n[r],t.point(e[0],e[1],e[2])},LineString:function(e,t){He(e.coordinates,t,0)},MultiLineString:function(e,t){for(var n=e.coordinates,r=-1,i=n.length;++r<i;)He(n[r],t,0)},Polygon:function(e,t){Ue(e.coordinates,t)},MultiPolygon:function(e,t){for(var n=e.coordinates,r=-1,i=n.length;++r<i;)Ue(n[r],t)},GeometryCollection:function(e,t){for(var n=e.geometries,r=-1,i=n.length;++r<i;)ze(n[r],t)}};function He(e,t,n){var r=-1,i=e.length-n,a;for(t.lineStart();++r<i;)a=e[r],t.point(a[0],a[1],a[2]);t.lineEnd()}function Ue(e,t){var n=-1,r=e.length;for(t.polygonStart();++n<r;)He(e[n],t,1);t.polygonEnd()}function We(e,t){e&&Be.hasOwnProperty(e.type)?Be[e.type](e,t):ze(e,t)}new M,new M;function Ge(e){return[B(e[1],e[0]),W(e[2])]}function K(e){var t=e[0],n=e[1],r=V(n);return[r*V(t),r*H(t),H(n)]}function Ke(e,t){return e[0]*t[0]+e[1]*t[1]+e[2]*t[2]}function qe(e,t){return[e[1]*t[2]-e[2]*t[1],e[2]*t[0]-e[0]*t[2],e[0]*t[1]-e[1]*t[0]]}function Je(e,t){e[0]+=t[0],e[1]+=t[1],e[2]+=t[2]}function Ye(e,t){return[e[0]*t,e[1]*t,e[2]*t]}function Xe(e){var t=U(e[0]*e[0]+e[1]*e[1]+e[2]*e[2]);e[0]/=t,e[1]/=t,e[2]/=t}function Ze(e,t){function n(n,r){return n=e(n,r),t(n[0],n[1])}return e.invert&&t.invert&&(n.invert=function(n,r){return n=t.invert(n,r),n&&e.invert(n[0],n[1])}),n}function Qe(e,t){return z(e)>P&&(e-=Math.round(e/I)*I),[e,t]}Qe.invert=Qe;function $e(e,t,n){return(e%=I)?t||n?Ze(tt(e),nt(t,n)):tt(e):t||n?nt(t,n):Qe}function et(e){return function(t,n){return t+=e,z(t)>P&&(t-=Math.round(t/I)*I),[t,n]}}function tt(e){var t=et(e);return t.invert=et(-e),t}function nt(e,t){var n=V(e),r=H(e),i=V(t),a=H(t);function o(e,t){var o=V(t),s=V(e)*o,c=H(e)*o,l=H(t),u=l*n+s*r;return[B(c*i-u*a,s*n-l*r),W(u*i+c*a)]}return o.invert=function(e,t){var o=V(t),s=V(e)*o,c=H(e)*o,l=H(t),u=l*i-c*a;return[B(c*i+l*a,s*n+u*r),W(u*n-s*r)]},o}function rt(e){e=$e(e[0]*R,e[1]*R,e.length>2?e[2]*R:0);function t(t){return t=e(t[0]*R,t[1]*R),t[0]*=L,t[1]*=L,t}return t.invert=function(t){return t=e.invert(t[0]*R,t[1]*R),t[0]*=L,t[1]*=L,t},t}function it(e,t,n,r,i,a){if(n){var o=V(t),s=H(t),c=r*n;i==null?(i=t+r*I,a=t-c/2):(i=at(o,i),a=at(o,a),(r>0?i<a:i>a)&&(i+=r*I));for(var l,u=i;r>0?u>a:u<a;u-=c)l=Ge([o,-s*V(u),-s*H(u)]),e.point(l[0],l[1])}}function at(e,t){t=K(t),t[0]-=e,Xe(t);var n=Re(-t[1]);return((-t[2]<0?-n:n)+I-N)%I}function ot(){var e=[],t;return{point:function(e,n,r){t.push([e,n,r])},lineStart:function(){e.push(t=[])},lineEnd:G,rejoin:function(){e.length>1&&e.push(e.pop().concat(e.shift()))},result:function(){var n=e;return e=[],t=null,n}}}function st(e,t){return z(e[0]-t[0])<N&&z(e[1]-t[1])<N}function ct(e,t,n,r){this.x=e,this.z=t,this.o=n,this.e=r,this.v=!1,this.n=this.p=null}function lt(e,t,n,r,i){var a=[],o=[],s,c;if(e.forEach(function(e){if(!((t=e.length-1)<=0)){var t,n=e[0],r=e[t],c;if(st(n,r)){if(!n[2]&&!r[2]){for(i.lineStart(),s=0;s<t;++s)i.point((n=e[s])[0],n[1]);i.lineEnd();return}r[0]+=2*N}a.push(c=new ct(n,e,null,!0)),o.push(c.o=new ct(n,null,c,!1)),a.push(c=new ct(r,e,null,!1)),o.push(c.o=new ct(r,null,c,!0))}}),a.length){for(o.sort(t),ut(a),ut(o),s=0,c=o.length;s<c;++s)o[s].e=n=!n;for(var l=a[0],u,d;;){for(var f=l,p=!0;f.v;)if((f=f.n)===l)return;u=f.z,i.lineStart();do{if(f.v=f.o.v=!0,f.e){if(p)for(s=0,c=u.length;s<c;++s)i.point((d=u[s])[0],d[1]);else r(f.x,f.n.x,1,i);f=f.n}else{if(p)for(u=f.p.z,s=u.length-1;s>=0;--s)i.point((d=u[s])[0],d[1]);else r(f.x,f.p.x,-1,i);f=f.p}f=f.o,u=f.z,p=!p}while(!f.v);i.lineEnd()}}}function ut(e){if(t=e.length){for(var t,n=0,r=e[0],i;++n<t;)r.n=i=e[n],i.p=r,r=i;r.n=i=e[0],i.p=r}}function dt(e){return z(e[0])<=P?e[0]:Ie(e[0])*((z(e[0])+P)%I-P)}function ft(e,t){var n=dt(t),r=t[1],i=H(r),a=[H(n),-V(n),0],o=0,s=0,c=new M;i===1?r=F+N:i===-1&&(r=-F-N);for(var l=0,u=e.length;l<u;++l)if(f=(d=e[l]).length)for(var d,f,p=d[f-1],m=dt(p),h=p[1]/2+Me,g=H(h),_=V(h),v=0;v<f;++v,m=b,g=S,_=C,p=y){var y=d[v],b=dt(y),x=y[1]/2+Me,S=H(x),C=V(x),w=b-m,T=w>=0?1:-1,E=T*w,D=E>P,O=g*S;if(c.add(B(O*T*H(E),_*C+O*V(E))),o+=D?w+T*I:w,D^m>=n^b>=n){var k=qe(K(p),K(y));Xe(k);var A=qe(a,k);Xe(A);var j=(D^w>=0?-1:1)*W(A[2]);(r>j||r===j&&(k[0]||k[1]))&&(s+=D^w>=0?1:-1)}}return(o<-N||o<N&&c<-je)^s&1}function pt(e,t,n,r){return function(i){var a=t(i),o=ot(),s=t(o),c=!1,l,u,d,f={point:p,lineStart:h,lineEnd:g,polygonStart:function(){f.point=_,f.lineStart=v,f.lineEnd=y,u=[],l=[]},polygonEnd:function(){f.point=p,f.lineStart=h,f.lineEnd=g,u=Ae(u);var e=ft(l,r);u.length?(c||=(i.polygonStart(),!0),lt(u,ht,e,n,i)):e&&(c||=(i.polygonStart(),!0),i.lineStart(),n(null,null,1,i),i.lineEnd()),c&&=(i.polygonEnd(),!1),u=l=null},sphere:function(){i.polygonStart(),i.lineStart(),n(null,null,1,i),i.lineEnd(),i.polygonEnd()}};function p(t,n){e(t,n)&&i.point(t,n)}function m(e,t){a.point(e,t)}function h(){f.point=m,a.lineStart()}function g(){f.point=p,a.lineEnd()}function _(e,t){d.push([e,t]),s.point(e,t)}function v(){s.lineStart(),d=[]}function y(){_(d[0][0],d[0][1]),s.lineEnd();var e=s.clean(),t=o.result(),n,r=t.length,a,f,p;if(d.pop(),l.push(d),d=null,r){if(e&1){if(f=t[0],(a=f.length-1)>0){for(c||=(i.polygonStart(),!0),i.lineStart(),n=0;n<a;++n)i.point((p=f[n])[0],p[1]);i.lineEnd()}}else r>1&&e&2&&t.push(t.pop().concat(t.shift())),u.push(t.filter(mt))}}return f}}function mt(e){return e.length>1}function ht(e,t){return((e=e.x)[0]<0?e[1]-F-N:F-e[1])-((t=t.x)[0]<0?t[1]-F-N:F-t[1])}var gt=pt(function(){return!0},_t,yt,[-P,-F]);function _t(e){var t=NaN,n=NaN,r=NaN,i;return{lineStart:function(){e.lineStart(),i=1},point:function(a,o){var s=a>0?P:-P,c=z(a-t);z(c-P)<N?(e.point(t,n=(n+o)/2>0?F:-F),e.point(r,n),e.lineEnd(),e.lineStart(),e.point(s,n),e.point(a,n),i=0):r!==s&&c>=P&&(z(t-r)<N&&(t-=r*N),z(a-s)<N&&(a-=s*N),n=vt(t,n,a,o),e.point(r,n),e.lineEnd(),e.lineStart(),e.point(s,n),i=0),e.point(t=a,n=o),r=s},lineEnd:function(){e.lineEnd(),t=n=NaN},clean:function(){return 2-i}}}function vt(e,t,n,r){var i,a,o=H(e-n);return z(o)>N?Ne((H(t)*(a=V(r))*H(n)-H(r)*(i=V(t))*H(e))/(i*a*o)):(t+r)/2}function yt(e,t,n,r){var i;if(e==null)i=n*F,r.point(-P,i),r.point(0,i),r.point(P,i),r.point(P,0),r.point(P,-i),r.point(0,-i),r.point(-P,-i),r.point(-P,0),r.point(-P,i);else if(z(e[0]-t[0])>N){var a=e[0]<t[0]?P:-P;i=n*a/2,r.point(-a,i),r.point(0,i),r.point(a,i)}else r.point(t[0],t[1])}function bt(e){var t=V(e),n=2*R,r=t>0,i=z(t)>N;function a(t,r,i,a){it(a,e,n,i,t,r)}function o(e,n){return V(e)*V(n)>t}function s(e){var t,n,a,s,u;return{lineStart:function(){s=a=!1,u=1},point:function(d,f){var p=[d,f],m,h=o(d,f),g=r?h?0:l(d,f):h?l(d+(d<0?P:-P),f):0;if(!t&&(s=a=h)&&e.lineStart(),h!==a&&(m=c(t,p),(!m||st(t,m)||st(p,m))&&(p[2]=1)),h!==a)u=0,h?(e.lineStart(),m=c(p,t),e.point(m[0],m[1])):(m=c(t,p),e.point(m[0],m[1],2),e.lineEnd()),t=m;else if(i&&t&&r^h){var _;!(g&n)&&(_=c(p,t,!0))&&(u=0,r?(e.lineStart(),e.point(_[0][0],_[0][1]),e.point(_[1][0],_[1][1]),e.lineEnd()):(e.point(_[1][0],_[1][1]),e.lineEnd(),e.lineStart(),e.point(_[0][0],_[0][1],3)))}!h||t&&st(t,p)||e.point(p[0],p[1]),t=p,a=h,n=g},lineEnd:function(){a&&e.lineEnd(),t=null},clean:function(){return u|(s&&a)<<1}}}function c(e,n,r){var i=K(e),a=K(n),o=[1,0,0],s=qe(i,a),c=Ke(s,s),l=s[0],u=c-l*l;if(!u)return!r&&e;var d=t*c/u,f=-t*l/u,p=qe(o,s),m=Ye(o,d);Je(m,Ye(s,f));var h=p,g=Ke(m,h),_=Ke(h,h),v=g*g-_*(Ke(m,m)-1);if(!(v<0)){var y=U(v),b=Ye(h,(-g-y)/_);if(Je(b,m),b=Ge(b),!r)return b;var x=e[0],S=n[0],C=e[1],w=n[1],T;S<x&&(T=x,x=S,S=T);var E=S-x,D=z(E-P)<N,O=D||E<N;if(!D&&w<C&&(T=C,C=w,w=T),O?D?C+w>0^b[1]<(z(b[0]-x)<N?C:w):C<=b[1]&&b[1]<=w:E>P^(x<=b[0]&&b[0]<=S)){var k=Ye(h,(-g+y)/_);return Je(k,m),[b,Ge(k)]}}}function l(t,n){var i=r?e:P-e,a=0;return t<-i?a|=1:t>i&&(a|=2),n<-i?a|=4:n>i&&(a|=8),a}return pt(o,s,a,r?[0,-e]:[-P,e-P])}function xt(e,t,n,r,i,a){var o=e[0],s=e[1],c=t[0],l=t[1],u=0,d=1,f=c-o,p=l-s,m=n-o;if(!(!f&&m>0)){if(m/=f,f<0){if(m<u)return;m<d&&(d=m)}else if(f>0){if(m>d)return;m>u&&(u=m)}if(m=i-o,!(!f&&m<0)){if(m/=f,f<0){if(m>d)return;m>u&&(u=m)}else if(f>0){if(m<u)return;m<d&&(d=m)}if(m=r-s,!(!p&&m>0)){if(m/=p,p<0){if(m<u)return;m<d&&(d=m)}else if(p>0){if(m>d)return;m>u&&(u=m)}if(m=a-s,!(!p&&m<0)){if(m/=p,p<0){if(m>d)return;m>u&&(u=m)}else if(p>0){if(m<u)return;m<d&&(d=m)}return u>0&&(e[0]=o+u*f,e[1]=s+u*p),d<1&&(t[0]=o+d*f,t[1]=s+d*p),!0}}}}}var q=1e9,St=-q;function Ct(e,t,n,r){function i(i,a){return e<=i&&i<=n&&t<=a&&a<=r}function a(i,a,s,l){var u=0,d=0;if(i==null||(u=o(i,s))!==(d=o(a,s))||c(i,a)<0^s>0)do l.point(u===0||u===3?e:n,u>1?r:t);while((u=(u+s+4)%4)!==d);else l.point(a[0],a[1])}function o(r,i){return z(r[0]-e)<N?i>0?0:3:z(r[0]-n)<N?i>0?2:1:z(r[1]-t)<N?+(i>0):i>0?3:2}function s(e,t){return c(e.x,t.x)}function c(e,t){var n=o(e,1),r=o(t,1);return n===r?n===0?t[1]-e[1]:n===1?e[0]-t[0]:n===2?e[1]-t[1]:t[0]-e[0]:n-r}return function(o){var c=o,l=ot(),u,d,f,p,m,h,g,_,v,y,b,x={point:S,lineStart:E,lineEnd:D,polygonStart:w,polygonEnd:T};function S(e,t){i(e,t)&&c.point(e,t)}function C(){for(var t=0,n=0,i=d.length;n<i;++n)for(var a=d[n],o=1,s=a.length,c=a[0],l,u,f=c[0],p=c[1];o<s;++o)l=f,u=p,c=a[o],f=c[0],p=c[1],u<=r?p>r&&(f-l)*(r-u)>(p-u)*(e-l)&&++t:p<=r&&(f-l)*(r-u)<(p-u)*(e-l)&&--t;return t}function w(){c=l,u=[],d=[],b=!0}function T(){var e=C(),t=b&&e,n=(u=Ae(u)).length;(t||n)&&(o.polygonStart(),t&&(o.lineStart(),a(null,null,1,o),o.lineEnd()),n&&lt(u,s,e,a,o),o.polygonEnd()),c=o,u=d=f=null}function E(){x.point=O,d&&d.push(f=[]),y=!0,v=!1,g=_=NaN}function D(){u&&(O(p,m),h&&v&&l.rejoin(),u.push(l.result())),x.point=S,v&&c.lineEnd()}function O(a,o){var s=i(a,o);if(d&&f.push([a,o]),y)p=a,m=o,h=s,y=!1,s&&(c.lineStart(),c.point(a,o));else if(s&&v)c.point(a,o);else{var l=[g=Math.max(St,Math.min(q,g)),_=Math.max(St,Math.min(q,_))],u=[a=Math.max(St,Math.min(q,a)),o=Math.max(St,Math.min(q,o))];xt(l,u,e,t,n,r)?(v||(c.lineStart(),c.point(l[0],l[1])),c.point(u[0],u[1]),s||c.lineEnd(),b=!1):s&&(c.lineStart(),c.point(a,o),b=!1)}g=a,_=o,v=s}return x}}var wt=e=>e;new M,new M;var J=1/0,Tt=J,Y=-J,Et=Y,Dt={point:Ot,lineStart:G,lineEnd:G,polygonStart:G,polygonEnd:G,result:function(){var e=[[J,Tt],[Y,Et]];return Y=Et=-(Tt=J=1/0),e}};function Ot(e,t){e<J&&(J=e),e>Y&&(Y=e),t<Tt&&(Tt=t),t>Et&&(Et=t)}new M;function kt(e){return function(t){var n=new At;for(var r in e)n[r]=e[r];return n.stream=t,n}}function At(){}At.prototype={constructor:At,point:function(e,t){this.stream.point(e,t)},sphere:function(){this.stream.sphere()},lineStart:function(){this.stream.lineStart()},lineEnd:function(){this.stream.lineEnd()},polygonStart:function(){this.stream.polygonStart()},polygonEnd:function(){this.stream.polygonEnd()}};function jt(e,t,n){var r=e.clipExtent&&e.clipExtent();return e.scale(150).translate([0,0]),r!=null&&e.clipExtent(null),We(n,e.stream(Dt)),t(Dt.result()),r!=null&&e.clipExtent(r),e}function Mt(e,t,n){return jt(e,function(n){var r=t[1][0]-t[0][0],i=t[1][1]-t[0][1],a=Math.min(r/(n[1][0]-n[0][0]),i/(n[1][1]-n[0][1])),o=+t[0][0]+(r-a*(n[1][0]+n[0][0]))/2,s=+t[0][1]+(i-a*(n[1][1]+n[0][1]))/2;e.scale(150*a).translate([o,s])},n)}function Nt(e,t,n){return Mt(e,[[0,0],t],n)}function Pt(e,t,n){return jt(e,function(n){var r=+t,i=r/(n[1][0]-n[0][0]),a=(r-i*(n[1][0]+n[0][0]))/2,o=-i*n[0][1];e.scale(150*i).translate([a,o])},n)}function Ft(e,t,n){return jt(e,function(n){var r=+t,i=r/(n[1][1]-n[0][1]),a=-i*n[0][0],o=(r-i*(n[1][1]+n[0][1]))/2;e.scale(150*i).translate([a,o])},n)}var It=16,Lt=V(30*R);function Rt(e,t){return+t?Bt(e,t):zt(e)}function zt(e){return kt({point:function(t,n){t=e(t,n),this.stream.point(t[0],t[1])}})}function Bt(e,t){function n(r,i,a,o,s,c,l,u,d,f,p,m,h,g){var _=l-r,v=u-i,y=_*_+v*v;if(y>4*t&&h--){var b=o+f,x=s+p,S=c+m,C=U(b*b+x*x+S*S),w=W(S/=C),T=z(z(S)-1)<N||z(a-d)<N?(a+d)/2:B(x,b),E=e(T,w),D=E[0],O=E[1],k=D-r,A=O-i,j=v*k-_*A;(j*j/y>t||z((_*k+v*A)/y-.5)>.3||o*f+s*p+c*m<Lt)&&(n(r,i,a,o,s,c,D,O,T,b/=C,x/=C,S,h,g),g.point(D,O),n(D,O,T,b,x,S,l,u,d,f,p,m,h,g))}}return function(t){var r,i,a,o,s,c,l,u,d,f,p,m,h={point:g,lineStart:_,lineEnd:y,polygonStart:function(){t.polygonStart(),h.lineStart=b},polygonEnd:function(){t.polygonEnd(),h.lineStart=_}};function g(n,r){n=e(n,r),t.point(n[0],n[1])}function _(){u=NaN,h.point=v,t.lineStart()}function v(r,i){var a=K([r,i]),o=e(r,i);n(u,d,l,f,p,m,u=o[0],d=o[1],l=r,f=a[0],p=a[1],m=a[2],It,t),t.point(u,d)}function y(){h.point=g,t.lineEnd()}function b(){_(),h.point=x,h.lineEnd=S}function x(e,t){v(r=e,t),i=u,a=d,o=f,s=p,c=m,h.point=v}function S(){n(u,d,l,f,p,m,i,a,r,o,s,c,It,t),h.lineEnd=y,y()}return h}}var Vt=kt({point:function(e,t){this.stream.point(e*R,t*R)}});function Ht(e){return kt({point:function(t,n){var r=e(t,n);return this.stream.point(r[0],r[1])}})}function Ut(e,t,n,r,i){function a(a,o){return a*=r,o*=i,[t+e*a,n-e*o]}return a.invert=function(a,o){return[(a-t)/e*r,(n-o)/e*i]},a}function Wt(e,t,n,r,i,a){if(!a)return Ut(e,t,n,r,i);var o=V(a),s=H(a),c=o*e,l=s*e,u=o/e,d=s/e,f=(s*n-o*t)/e,p=(s*t+o*n)/e;function m(e,a){return e*=r,a*=i,[c*e-l*a+t,n-l*e-c*a]}return m.invert=function(e,t){return[r*(u*e-d*t+f),i*(p-d*e-u*t)]},m}function Gt(e){return Kt(function(){return e})()}function Kt(e){var t,n=150,r=480,i=250,a=0,o=0,s=0,c=0,l=0,u,d=0,f=1,p=1,m=null,h=gt,g=null,_,v,y,b=wt,x=.5,S,C,w,T,E;function D(e){return w(e[0]*R,e[1]*R)}function O(e){return e=w.invert(e[0],e[1]),e&&[e[0]*L,e[1]*L]}D.stream=function(e){return T&&E===e?T:T=Vt(Ht(u)(h(S(b(E=e)))))},D.preclip=function(e){return arguments.length?(h=e,m=void 0,A()):h},D.postclip=function(e){return arguments.length?(b=e,g=_=v=y=null,A()):b},D.clipAngle=function(e){return arguments.length?(h=+e?bt(m=e*R):(m=null,gt),A()):m*L},D.clipExtent=function(e){return arguments.length?(b=e==null?(g=_=v=y=null,wt):Ct(g=+e[0][0],_=+e[0][1],v=+e[1][0],y=+e[1][1]),A()):g==null?null:[[g,_],[v,y]]},D.scale=function(e){return arguments.length?(n=+e,k()):n},D.translate=function(e){return arguments.length?(r=+e[0],i=+e[1],k()):[r,i]},D.center=function(e){return arguments.length?(a=e[0]%360*R,o=e[1]%360*R,k()):[a*L,o*L]},D.rotate=function(e){return arguments.length?(s=e[0]%360*R,c=e[1]%360*R,l=e.length>2?e[2]%360*R:0,k()):[s*L,c*L,l*L]},D.angle=function(e){return arguments.length?(d=e%360*R,k()):d*L},D.reflectX=function(e){return arguments.length?(f=e?-1:1,k()):f<0},D.reflectY=function(e){return arguments.length?(p=e?-1:1,k()):p<0},D.precision=function(e){return arguments.length?(S=Rt(C,x=e*e),A()):U(x)},D.fitExtent=function(e,t){return Mt(D,e,t)},D.fitSize=function(e,t){return Nt(D,e,t)},D.fitWidth=function(e,t){return Pt(D,e,t)},D.fitHeight=function(e,t){return Ft(D,e,t)};function k(){var e=Wt(n,0,0,f,p,d).apply(null,t(a,o)),m=Wt(n,r-e[0],i-e[1],f,p,d);return u=$e(s,c,l),C=Ze(t,m),w=Ze(u,C),S=Rt(C,x),A()}function A(){return T=E=null,D}return function(){return t=e.apply(this,arguments),D.invert=t.invert&&O,k()}}function qt(e){return function(t,n){var r=V(t),i=V(n),a=e(r*i);return a===1/0?[2,0]:[a*i*H(t),a*H(n)]}}function Jt(e){return function(t,n){var r=U(t*t+n*n),i=e(r),a=H(i),o=V(i);return[B(t*a,r*o),W(r&&n*a/r)]}}var Yt=qt(function(e){return U(2/(1+e))});Yt.invert=Jt(function(e){return 2*W(e/2)});var Xt=qt(function(e){return(e=Re(e))&&e/H(e)});Xt.invert=Jt(function(e){return e});function Zt(){return Gt(Xt).scale(79.4188).clipAngle(179.999)}function Qt(e,t){return[e,Fe(Le((F+t)/2))]}Qt.invert=function(e,t){return[e,2*Ne(Pe(t))-F]};function $t(){return en(Qt).scale(961/I)}function en(e){var t=Gt(e),n=t.center,r=t.scale,i=t.translate,a=t.clipExtent,o=null,s,c,l;t.scale=function(e){return arguments.length?(r(e),u()):r()},t.translate=function(e){return arguments.length?(i(e),u()):i()},t.center=function(e){return arguments.length?(n(e),u()):n()},t.clipExtent=function(e){return arguments.length?(e==null?o=s=c=l=null:(o=+e[0][0],s=+e[0][1],c=+e[1][0],l=+e[1][1]),u()):o==null?null:[[o,s],[c,l]]};function u(){var n=P*r(),i=t(rt(t.rotate()).invert([0,0]));return a(o==null?[[i[0]-n,i[1]-n],[i[0]+n,i[1]+n]]:e===Qt?[[Math.max(i[0]-n,o),s],[Math.min(i[0]+n,c),l]]:[[o,Math.max(i[1]-n,s)],[c,Math.min(i[1]+n,l)]])}return u()}function tn(e,t){return[e,t]}tn.invert=tn;var X=1.340264,Z=-.081106,Q=893e-6,$=.003796,nn=U(3)/2,rn=12;function an(e,t){var n=W(nn*H(t)),r=n*n,i=r*r*r;return[e*V(n)/(nn*(X+3*Z*r+i*(7*Q+9*$*r))),n*(X+Z*r+i*(Q+$*r))]}an.invert=function(e,t){for(var n=t,r=n*n,i=r*r*r,a=0,o,s,c;a<rn&&(s=n*(X+Z*r+i*(Q+$*r))-t,c=X+3*Z*r+i*(7*Q+9*$*r),n-=o=s/c,r=n*n,i=r*r*r,!(z(o)<je));++a);return[nn*e*(X+3*Z*r+i*(7*Q+9*$*r))/V(n),W(H(n)/nn)]};function on(){return Gt(an).scale(177.158)}function sn(e){if(e.length===0)return;let[t,n]=[90,-90],r=new Float64Array(e.length);e.forEach(([e=0,i=0],a)=>{t=Math.min(t,i),n=Math.max(n,i),r[a]=e-360*Math.floor(e/360)}),r.sort();let[i,a]=[r[0]+360-r.at(-1),r[0]],o=r.at(-1);for(let e=1;e<r.length;e++){let t=r[e]-r[e-1];t<=i||([i,a,o]=[t,r[e],r[e-1]+360])}let s=a>180||(a+o)/2>180?360:0;return{west:a-s,east:o-s,south:t,north:n}}function cn(e){if(e===void 0)return{kind:\`world\`,middle:0};let{west:t,east:n,south:r,north:i}=e,a=(t+n)/2;return i>72&&r>40?{kind:\`north-pole\`,middle:a}:r<-72&&i<-40?{kind:\`south-pole\`,middle:a}:n-t>200||i-r>100||Math.max(i,-r)>80?{kind:\`world\`,middle:n-t>200?0:a}:{kind:\`mercator\`,middle:a}}let ln=1e3;var un=class{kind;projection;constructor({kind:e,middle:t}){this.kind=e;let n=e===\`mercator\`?$t().rotate([-t,0]):e===\`world\`?on().rotate([-t,0]):Zt().rotate(e===\`north-pole\`?[-t,-90]:[-t,90]).clipAngle(100);this.projection=n.scale(ln).translate([0,0]).precision(0)}project([e=0,t=0]){return this.projection([e,t])??[NaN,NaN]}invert(e,t){let n=this.projection.invert?.([e,t]);if(n==null||!n.every(Number.isFinite)||Math.abs(n[1])>90)return;let[r,i]=this.project(n);return Math.abs(r-e)+Math.abs(i-t)<1?n:void 0}flatten({areas:e,lines:t,points:n}){let r={areas:[],lines:[],points:[],box:dn()};for(let t of e){let e=this.stream({type:\`Polygon\`,coordinates:t});mn(e,t)?r.lines.push(...this.stream({type:\`MultiLineString\`,coordinates:t})):r.areas.push(e)}t.length>0&&r.lines.push(...this.stream({type:\`MultiLineString\`,coordinates:t}));for(let e of n){let t=this.project(e);t.every(Number.isFinite)&&r.points.push(t)}for(let e of[...r.areas.flat(),...r.lines])pn(r.box,e);for(let[e,t]of r.points)fn(r.box,e,t);return r}outline(){let e=this.kind===\`world\`?[this.worldEdge()]:this.stream({type:\`Sphere\`}),t={areas:[e],lines:[],points:[],box:dn()};for(let n of e)pn(t.box,n);return t}worldEdge(){let[e,[t=0]]=[[],this.projection.rotate().map(e=>-e)];for(let n=0;n<180;n++)e.push(...this.project([t-179.9999,n-90]));for(let n=0;n<=180;n++)e.push(...this.project([t+179.9999,90-n]));return Float64Array.from([...e,e[0],e[1]])}stream(e){let t=[],n=[],r=!1;return We(e,this.projection.stream({point:(e,t)=>void n.push(e,t),lineStart:()=>void(n=[]),lineEnd:()=>{r&&n.length>2&&n.push(n[0],n[1]),n.length>3&&t.push(Float64Array.from(n))},polygonStart:()=>void(r=!0),polygonEnd:()=>void(r=!1)})),t}};let dn=()=>({left:1/0,top:1/0,right:-1/0,bottom:-1/0});function fn(e,t,n){e.left=Math.min(e.left,t),e.right=Math.max(e.right,t),e.top=Math.min(e.top,n),e.bottom=Math.max(e.bottom,n)}function pn(e,t){for(let n=0;n<t.length;n+=2)fn(e,t[n],t[n+1])}function mn(e,t){let n=t[0].map(([e=0])=>e),r=n.reduce((e,t)=>Math.min(e,t));if(n.reduce((e,t)=>Math.max(e,t))-r>170)return!1;let i=dn();for(let t of e)pn(i,t);return i.right-i.left>1.9*Math.PI*ln}function hn({areas:e},t,n){let r=!1;for(let i of e.flat())for(let e=2;e<i.length;e+=2){let[a,o,s,c]=[i[e-2],i[e-1],i[e],i[e+1]];o>n!=c>n&&t<(s-a)*(n-o)/(c-o)+a&&(r=!r)}return r}var gn=class{grid;frame;regions=new Map;constructor(e,t){this.grid=e,this.frame=t}get isOfArea(){return this.frame!==void 0}percentOf(e){if(this.frame!==void 0&&e.geometry)return Se(e.share??this.shareOf([e]))}together(e){return this.frame===void 0?{km2:this.grid.areaKm2(this.grid.union(e.map(e=>this.regionOf(e))))}:{percent:Se(this.shareOf(e))}}shareOf(e){let t=this.grid.union(e.map(e=>this.regionOf(e)),this.frame);return this.grid.areaKm2(t)/this.grid.areaKm2(this.frame)}regionOf(e){let t=this.regions.get(e);if(t!==void 0)return t;let n=this.grid.region(e.geometry);return this.regions.set(e,n),n}};let _n=e=>e>1e3?120:400;function vn({area:e,rows:t}){let n=e?.type===\`Polygon\`||e?.type===\`MultiPolygon\`,r=sn(n?[...ne(x(e)),...f(e).flat(2)]:t.flatMap(({geometry:e})=>ne(x(e))));if(r===void 0||r.north-r.south<1e-9)return;let{west:i,east:a,south:o,north:s}=r,c=new pe({south:o,north:s,middle:(i+a)/2},n?_n(t.length):400);if(!n)return new gn(c,void 0);let l=c.region(e);return c.areaKm2(l)>0?new gn(c,l):new gn(c,void 0)}let yn=[30,15,10,5,2,1,.5,.2,.1,.05,.02,.01,.005,.002,.001],bn=e=>yn.findLast(t=>t>=e)??yn[0],xn=([e,t],[n,r])=>Array.from({length:51},(i,a)=>[e+(n-e)*a/50,t+(r-t)*a/50]);function Sn(e,t,n,r){let i=e>180?e-360:e<-180?e+360:e,a=Math.max(0,Math.ceil(-Math.log10(r))),o=\`\${Math.abs(i).toFixed(a)}°\`;return Number(o.slice(0,-1))===0?o:\`\${o} \${i>0?t:n}\`}function Cn({lines:e},t,{scale:n,x:r,y:i,edge:a}){for(let o of e)for(let e=2;e<o.length;e+=2){let[s,c]=[o[e-2]*n+r,o[e-1]*n+i],[l,u]=[o[e]*n+r,o[e+1]*n+i],[d,f]=t?[c,u]:[s,l];if(d>a==f>a)continue;let p=(a-d)/(f-d);return t?s+p*(l-s):c+p*(u-c)}}function wn([e,t],n){let r=57/(ln*n);return\`\${Sn(t,\`N\`,\`S\`,r)} \${Sn(e,\`E\`,\`W\`,r)}\`}function Tn(e){let t=10**Math.floor(Math.log10(e)),n=e/t,r=(n>=5?5:n>=2?2:1)*t;return Number(r.toPrecision(1))}let En={text:\`<...>\`,isBlank:!0};function Dn(e,t=\`posix\`){return e.map(e=>e.isBlank===!0?e.text:An(e.text,t)).join(\` \`)}let On=/[\\p{C}\\p{Zl}\\p{Zp}]|\\p{DI}/u,kn=e=>!On.test(e);function An(e,t){return kn(e)?jn[t](e)??En.text:En.text}let jn={posix:e=>/^(?!=)[\\w@%+=:,./-]+$/.test(e)?e:\`'\${e.replaceAll(\`'\`,\`'\\\\''\`)}'\`,fish:e=>/^(?![%=])[\\w@%+=:,./-]+$/.test(e)?e:\`'\${e.replace(/['\\\\]/g,\`\\\\$&\`)}'\`,powershell:e=>/^(?!-.*[.:])[\\w+=:./\\\\-]+$/.test(e)?e:/"|\\\\$/.test(e)?void 0:\`'\${e.replace(/['\\u2018-\\u201b]/g,\`$&$&\`)}'\`,cmd:e=>/^[\\w+:./\\\\-]+$/.test(e)?e:/["%!]|\\\\$/.test(e)?void 0:\`"\${e}"\`},Mn=\`order-items.json\`;function Nn(e,t,n,r){let i=[];for(let e of t){let t=In(e);if(t===void 0)return{ok:!1,reason:Pn(\`An item\`)};i.push(...t)}let a=[...i,...n].find(e=>!Fn(e,r));if(a!==void 0)return{ok:!1,reason:Pn(\`The value \${JSON.stringify(a)}\`)};let o=t=>\`swath \${Dn([\`order\`,e,...t,...n].map(e=>({text:e})),r)}\`,s=o(i);return s.length<=7e3?{ok:!0,text:s,needsFile:!1}:{ok:!0,text:o([\`--items\`,Mn]),needsFile:!0}}let Pn=e=>\`\${e} has characters that no command may hold. Save the order items, and type: swath order review --items \${Mn}\`,Fn=(e,t)=>kn(e)&&Dn([{text:e}],t)!==\`<...>\`;function In(e){let{collectionId:t,granuleId:n,productType:r,collectIds:i}=e??{};if(Ln(t,/^[^/]+$/)&&Ln(n,/./s))return[\`--item\`,\`\${t}/\${n}\`];if(Ln(r,/^[^=\\s]+$/)&&Array.isArray(i)&&i.length>0&&i.every(e=>Ln(e,/^[^,\\s]+$/)))return[\`--generate\`,\`\${r}=\${i.join(\`,\`)}\`]}let Ln=(e,t)=>typeof e==\`string\`&&t.test(e),Rn=e=>\`\${JSON.stringify(e,void 0,2)}\\n\`,zn=/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d/;var Bn=class{all;scenes;hasScenes;columns;filters={text:\`\`,choices:new Map,limits:new Map,time:[-1/0,1/0]};shown;hovered;sort;listeners=[];coverage;constructor(e,t){this.coverage=vn(e);let n=e.columns.map(({key:e,header:t})=>({key:e,header:t}));this.coverage?.isOfArea===!0&&n.push({key:\`covers\`,header:\`COVERS %\`}),e.rows.some(({price:e})=>e!==void 0)&&!n.some(({key:e})=>e===\`price\`)&&n.push({key:\`price\`,header:Un(e)}),this.all=e.rows.map((e,r)=>{let i=x(e.geometry),a=[...e.cells];n.slice(a.length).forEach(({key:t})=>{t===\`covers\`?a.push(this.coverage?.percentOf(e)??null):a.push(e.price?.amount??null)});let o=e.time===void 0?NaN:Date.parse(e.time),s=t.flatten(i);return{index:r,data:e,cells:a,text:a.join(\`
\`).toLowerCase(),shape:i,flat:s,timeMs:o,isTicked:!1,isShown:!0}}),this.hasScenes=e.rows.some(({scene:e})=>e!==void 0),this.scenes=Vn(this.all);let r=n.map(({key:e,header:t},n)=>({...Kn(e,t,n,this.all,this.scenes.length>1),varies:this.scenes.some(({rows:[e,...t]})=>t.some(({cells:t})=>t[n]!==e.cells[n]))})),i=r.splice(e.columns.length);r.splice(2,0,...i),this.columns=r,this.shown=this.scenes}on(e,t){this.listeners.push([e,t])}tell(e){for(let[t,n]of this.listeners)t===e&&n()}get ticked(){return this.all.filter(({isTicked:e})=>e)}tick(e,t){for(let n of e)n.isTicked=t;this.tell(\`ticked\`)}get shownRows(){return this.shown.flatMap(({shown:e})=>e)}hover(e){e!==this.hovered&&(this.hovered=e,this.tell(\`hovered\`))}update(){let{text:e,choices:t,limits:n,time:r}=this.filters,[i,a]=r,o=i>-1/0||a<1/0;for(let r of this.all)r.isShown=(e===\`\`||r.text.includes(e))&&[...t].every(([e,t])=>t.has(String(r.cells[e]??\`\`)))&&[...n].every(([e,[t,n]])=>Wn(r.cells[e],t,n))&&(!o||r.timeMs>=i&&r.timeMs<=a);for(let e of this.scenes)e.shown=e.rows.filter(({isShown:e})=>e);let s=this.scenes.filter(e=>e.shown.length>0);if(this.sort!==void 0){let{at:e,isDown:t}=this.sort,n=new Map(s.map(n=>[n,Hn(n,e,t)]));s.sort((e,r)=>Gn(n.get(e),n.get(r),t)||e.index-r.index)}this.shown=s,this.tell(\`shown\`)}coveredBy(e){return this.coverage?.together(e.map(({data:e})=>e))??{}}};function Vn(e){let t=new Map;for(let n of e){let e=n.data.scene?.id??n,r=t.get(e);r===void 0?t.set(e,[n]):r.push(n)}return[...t.values()].map((e,t)=>{let[{data:n}]=e;return{index:t,name:n.scene?.name??n.label,rows:e,shown:e}})}let Hn=({shown:e},t,n)=>e.map(({cells:e})=>e[t]??null).sort((e,t)=>Gn(e,t,n))[0];function Un({rows:e}){let t=e.flatMap(({price:e})=>e??[]);if(t.some(({text:e})=>e!==void 0))return\`PRICE\`;let n=new Set(t.map(({currency:e})=>e));return n.size===1?\`PRICE \${[...n][0]}\`:\`PRICE\`}function Wn(e,t,n){let r=e==null?NaN:Number(e);return r>=t&&r<=n}function Gn(e,t,n){if(e===null||t===null)return Number(e===null)-Number(t===null);let r=typeof e==\`number\`&&typeof t==\`number\`?e-t:String(e)<String(t)?-1:Number(String(e)>String(t));return n?-r:r}function Kn(e,t,n,r,i){let a=new Set,[o,s]=[!0,!0];for(let{cells:e}of r){let t=e[n]??null;a.add(t),t!==null&&(typeof t!=\`number\`&&(o=!1),typeof t==\`string\`&&zn.test(t)||(s=!1))}let c=[...a].every(e=>e===null),l=c?\`text\`:o?\`number\`:s?\`time\`:\`text\`,u=a.size===1&&i,d=l===\`text\`&&a.size>1&&a.size<=12&&a.size<r.length;return{key:e,header:t,kind:l,at:n,constant:c?null:u?[...a][0]:void 0,choices:d?[...a].map(e=>String(e??\`\`)).sort():void 0}}return e.CoverGrid=pe,e.Coverage=gn,e.ITEMS_FILE=Mn,e.PLANE_SCALE=ln,e.PageRows=Bn,e.Plane=un,e.bearing=u,e.boundsOf=sn,e.chooseProjection=cn,e.clipLine=le,e.clipRing=ce,e.coverageOf=vn,e.crossing=Cn,e.degreesText=Sn,e.densify=A,e.destination=d,e.distanceKm=l,e.emptyBox=dn,e.fineLine=xn,e.graticuleStep=bn,e.grow=fn,e.growByRing=pn,e.isInside=hn,e.itemsFile=Rn,e.makeBackdrop=re,e.orderCommand=Nn,e.outlineOf=j,e.positionText=wn,e.positionsOfShape=ne,e.readRing=r,e.roundBelow=Tn,e.shapeOf=x,e.withoutPoleEdges=D,e.writeRing=i,e})({});`;
export const MAP_SCRIPT = `(function(map_geometry) {
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
/** \`2025-11-09 13:48\`, in UTC. */
const minuteText = (ms) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
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
// src/render/map-page/browser/basket-view.ts
/** What was ticked: how many, how much they cover and cost, and the commands that order them. */
function showBasket(rows, data) {
	const [verb, shell] = [byId("verb"), byId("shell")];
	const actions = byId("actions");
	const [sum, line, note] = [
		byId("sum"),
		byId("command"),
		byId("copy-note")
	];
	const [copy, save, untick] = [
		byId("copy"),
		byId("save"),
		byId("untick")
	];
	const canOrder = data.rows.some(({ item }) => item !== void 0);
	shell.value = data.command.shell;
	if (!canOrder) {
		verb.parentElement.hidden = true;
		shell.parentElement.hidden = true;
		copy.textContent = "Copy the ids";
		save.hidden = true;
	}
	const items = () => rows.ticked.map(({ data: { item } }) => item).filter((item) => item !== void 0);
	const write = () => {
		if (!canOrder) return {
			text: rows.ticked.map(({ data: { label } }) => label).join("\\n"),
			isSound: true
		};
		const command = (0, map_geometry.orderCommand)(verb.value, items(), data.command.carried, shell.value);
		note.textContent = !command.ok ? command.reason : command.needsFile ? \`The command is long, so it reads the file: save the order items as \${map_geometry.ITEMS_FILE} where you run it.\` : "";
		return {
			text: command.ok ? command.text : "",
			isSound: command.ok
		};
	};
	const show = () => {
		const { ticked } = rows;
		const [total, about] = sumText(rows, ticked, data);
		sum.replaceChildren(...total === "" ? [] : [total], make("small", {}, about));
		actions.hidden = ticked.length === 0;
		copy.hidden = ticked.length === 0;
		for (const button of [
			copy,
			save,
			untick
		]) button.disabled = ticked.length === 0;
		line.hidden = ticked.length === 0 || !canOrder;
		note.textContent = "";
		if (ticked.length === 0) return;
		const { text, isSound } = write();
		line.value = text;
		line.hidden ||= !isSound;
		copy.disabled = !isSound;
		line.rows = Math.min(4, Math.max(1, Math.ceil(text.length / 60)));
	};
	const copyCommand = async () => {
		const { text } = write();
		const done = () => {
			note.textContent = [note.textContent, "Copied."].filter((part) => part !== "").join(" ");
		};
		const byHand = () => {
			byId("actions").open = true;
			actions.hidden = false;
			line.hidden = false;
			line.value = text;
			line.focus();
			line.select();
			note.textContent = "The browser does not let the page copy. The text is selected: press Ctrl-C.";
		};
		if (await copyText(text)) done();
		else byHand();
	};
	copy.addEventListener("click", () => void copyCommand());
	save.addEventListener("click", () => {
		const url = URL.createObjectURL(new Blob([(0, map_geometry.itemsFile)(items())], { type: "application/json" }));
		make("a", {
			href: url,
			download: map_geometry.ITEMS_FILE
		}).click();
		setTimeout(() => URL.revokeObjectURL(url), 1e4);
		note.textContent = \`Saved as \${map_geometry.ITEMS_FILE}.\`;
	});
	untick.addEventListener("click", () => {
		rows.tick(rows.ticked, false);
		byId("rows").focus();
	});
	verb.addEventListener("change", show);
	shell.addEventListener("change", show);
	rows.on("ticked", show);
	show();
}
/** False where the browser has no clipboard for the page, or the reader forbids it. */
async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
/** What the ticked rows are together, and what is to be known about it. */
function sumText(rows, ticked, data) {
	const noun = rows.hasScenes ? "product" : "row";
	if (ticked.length === 0) return ["", rows.all.length === 0 ? "" : \`Nothing ticked: tick \${noun}s in the table, or click a footprint.\`];
	const parts = [\`\${counted(ticked.length, noun)} ticked\`];
	const { percent, km2 } = rows.coveredBy(ticked);
	if (percent !== void 0) parts.push(\`\${percent} % of the area\`);
	else if (km2 !== void 0 && km2 > 0) parts.push(\`\${areaText(km2)} km²\`);
	const sums = /* @__PURE__ */ new Map();
	let without = 0;
	for (const { data: row } of ticked) if (row.price === void 0) without += 1;
	else sums.set(row.price.currency, [...sums.get(row.price.currency) ?? [], row.price]);
	for (const prices of sums.values()) parts.push(priceText$1(prices));
	const notes = sums.size > 0 && without > 0 ? [\`\${counted(without, noun)} without a price\`] : [];
	if (sums.size === 0 && rows.hasScenes) notes.push("price not read: --price");
	const at = data.pricesReadAt === void 0 ? NaN : Date.parse(data.pricesReadAt);
	if (sums.size > 0 && !Number.isNaN(at)) notes.push(\`prices read \${minuteText(at)} UTC\`);
	return [parts.join(" · "), notes.join(" · ")];
}
const areaText = (km2) => km2 < 10 ? km2.toFixed(2) : grouped(Math.round(km2));
/** The sum of prices of one currency, spelled as the first of them. */
function priceText$1(prices) {
	const [{ currency, text = \`\${currency} 0\` }] = prices;
	const [, before, after] = /^(\\D*)[\\d.,]+(.*)$/.exec(text) ?? [
		text,
		\`\${currency} \`,
		""
	];
	const [whole = "", cents] = prices.reduce((sum, { amount }) => sum + amount, 0).toFixed(2).split(".");
	return \`\${before}\${grouped(Number(whole))}.\${cents}\${after}\`;
}
// src/render/map-page/browser/columns.ts
const TICK_WIDTH = 30;
const GAP = 14;
/** Longer texts are cut. */
const WIDEST = 230;
/** Of this many rows the widest cell decides. */
const MEASURED = 150;
const isIdColumn = ({ key }) => /^(?:id|.+Id)$/.test(key);
/** The column that names a row: the first one, after the numbers that commands take. */
const leadOf = (columns) => columns.find(({ key }) => key !== "#") ?? columns[0];
/** In the order of the table. Ids are long, and what decides stands before them. */
function tableColumns(rows) {
	const varied = rows.columns.filter(({ constant, varies, kind, key }) => constant === void 0 && !(varies && (kind === "text" || key === "price")));
	const all = [...varied.filter((column) => !isIdColumn(column)), ...varied.filter(isIdColumn)];
	return all.length > 0 ? all : [leadOf(rows.columns) ?? []].flat();
}
function fitColumns(rows, columns, width, { hasPictures }) {
	const paper = document.createElement("canvas").getContext("2d");
	const widthOf = (text, font) => {
		paper.font = font;
		return paper.measureText(text).width;
	};
	const sample = rows.scenes.slice(0, MEASURED);
	const cellWidth = (column) => Math.max(widthOf(headOf(column), "600 12px system-ui") + 14, ...sample.map((scene) => widthOf(sceneText(scene, column), isIdColumn(column) ? "13px monospace" : "13.5px system-ui")));
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
/** \`Incidence °\`: a sentence's letters. Times are in UTC. */
function headOf({ header, kind }) {
	const [word = "", ...rest] = header.split(" ");
	const text = [word.length > 1 && word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word, ...rest].join(" ");
	return kind === "time" ? \`\${text} UTC\` : text;
}
/** As the service wrote it. */
const priceText = ({ text, currency, amount }) => text ?? \`\${currency} \${amount.toFixed(2)}\`;
/** The cell of a scene: its value, or the lowest and the highest of its products. */
function sceneText({ shown, rows }, { key, at, kind, varies }) {
	const price = key === "price" && !varies ? rows[0].data.price : void 0;
	if (price !== void 0) return priceText(price);
	const values = (shown.length === 0 ? rows : shown).map(({ cells }) => cells[at] ?? null);
	if (!varies) return displayed(values[0] ?? null, kind);
	const numbers = values.filter((value) => typeof value === "number");
	if (numbers.length === 0) return displayed(values[0] ?? null, kind);
	const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((value) => displayed(value, kind));
	return least === most ? least : \`\${least}-\${most}\`;
}
/** A cell as people read it: times to the minute in UTC, numbers with at most three decimals. */
function displayed(cell, kind) {
	if (cell === null) return "";
	if (typeof cell === "number") return String(Math.round(cell * 1e3) / 1e3);
	const ms = kind === "time" ? Date.parse(cell) : NaN;
	return Number.isNaN(ms) ? cell : minuteText(ms);
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
	const field = make("fieldset", {}, make("legend", {}, headOf(column)));
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
	const name = headOf(column);
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
// src/render/map-page/browser/map-view.ts
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
/** The smallest view of all rows, so that a single point is not a map of a street without streets. */
const LEAST_VIEW_KM = 25;
/** Pixels for one radian on the ground at the closest: about 10 m a pixel. */
const CLOSEST = 32e5;
/** Below this many pixels a footprint is drawn as a dot. */
const DOT_PIXELS = 7;
/** Overlaps are shaded by how many footprints meet, up to this many on the map. */
const MOST_SHADED = 400;
var MapView = class {
	rows;
	plane;
	pick;
	element = byId("map");
	canvas = byId("canvas");
	/** What is drawn on: the map itself, or what lies under the footprints. */
	paper;
	/** What lies under the footprints, and the names above them. */
	under = document.createElement("canvas");
	above = document.createElement("canvas");
	/** The view that these two show. */
	drawnView = "";
	dots = /* @__PURE__ */ new Map();
	backdrop;
	area;
	targets;
	passes;
	colours;
	hasBorders = false;
	groups = /* @__PURE__ */ new Map();
	width = 1;
	height = 1;
	/** Screen = plane * scale + shift. */
	scale = 1;
	shiftX = 0;
	shiftY = 0;
	isTouched = false;
	redraw = eachFrame(() => this.draw());
	constructor(rows, plane, data, pick) {
		this.rows = rows;
		this.plane = plane;
		this.pick = pick;
		this.paper = this.canvas.getContext("2d");
		this.backdrop = (0, map_geometry.makeBackdrop)(plane, data.background);
		this.area = plane.flatten((0, map_geometry.outlineOf)(data.area));
		const marks = (list) => list.map(({ name, geometry }) => ({
			name,
			flat: plane.flatten((0, map_geometry.shapeOf)(geometry))
		}));
		this.targets = marks(data.targets);
		this.passes = marks(data.passes);
		this.colours = readColours();
		this.listen();
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
		this.forget();
		this.draw();
	}
	/** What was drawn before has another size or other colours. */
	forget() {
		this.drawnView = "";
		this.dots.clear();
	}
	showAll() {
		const box = (0, map_geometry.emptyBox)();
		const flats = [
			...this.rows.all.map(({ flat }) => flat),
			this.area,
			...this.targets.map(({ flat }) => flat)
		];
		for (const { box: part } of flats) growBy(box, part);
		if (box.left > box.right) growBy(box, this.backdrop.outline.box);
		this.fit(box);
		this.isTouched = false;
	}
	zoomTo({ rows }) {
		const box = (0, map_geometry.emptyBox)();
		for (const { flat } of rows) growBy(box, flat.box);
		if (box.left > box.right) return;
		this.fit(box, .45);
		this.isTouched = true;
	}
	zoom(factor, x = this.width / 2, y = this.height / 2) {
		const outline = this.backdrop.outline.box;
		const least = .5 * Math.min(this.width, this.height) / (outline.right - outline.left);
		const scale = Math.min(CLOSEST / map_geometry.PLANE_SCALE, Math.max(least, this.scale * factor));
		const change = scale / this.scale;
		this.shiftX = x - (x - this.shiftX) * change;
		this.shiftY = y - (y - this.shiftY) * change;
		this.scale = scale;
		this.isTouched = true;
		this.redraw();
	}
	pan(x, y) {
		this.shiftX += x;
		this.shiftY += y;
		this.isTouched = true;
		this.redraw();
	}
	fit(box, share = .86) {
		const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
		const km = this.kmPerUnit(x, y);
		const least = LEAST_VIEW_KM / km;
		const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
		this.scale = Math.min(share * this.width / width, share * this.height / height);
		this.shiftX = this.width / 2 - x * this.scale;
		this.shiftY = this.height / 2 - y * this.scale;
		this.redraw();
	}
	/** Kilometres of one unit of the plane there, from west to east. */
	kmPerUnit(x, y) {
		const step = 1e-4;
		const [from, to] = [this.plane.invert(x - step, y), this.plane.invert(x + step, y)];
		return from === void 0 || to === void 0 ? 6371 / map_geometry.PLANE_SCALE : (0, map_geometry.distanceKm)(from, to) / (2 * step);
	}
	resize() {
		const { width, height } = this.element.getBoundingClientRect();
		if (width === 0 || height === 0) return;
		const middle = [(this.width / 2 - this.shiftX) / this.scale, (this.height / 2 - this.shiftY) / this.scale];
		const ratio = Math.min(3, devicePixelRatio);
		[this.width, this.height] = [width, height];
		this.canvas.width = Math.round(width * ratio);
		this.canvas.height = Math.round(height * ratio);
		this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
		this.forget();
		if (this.isTouched) {
			this.shiftX = width / 2 - middle[0] * this.scale;
			this.shiftY = height / 2 - middle[1] * this.scale;
		} else this.showAll();
		this.draw();
	}
	listen() {
		const { canvas, element } = this;
		byId("zoom-in").addEventListener("click", () => this.zoom(1.6));
		byId("zoom-out").addEventListener("click", () => this.zoom(1 / 1.6));
		byId("zoom-all").addEventListener("click", () => this.showAll());
		canvas.addEventListener("wheel", (event) => {
			event.preventDefault();
			const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
			this.zoom(Math.exp(-Math.max(-200, Math.min(200, lines)) * .0022), event.offsetX, event.offsetY);
		}, { passive: false });
		canvas.addEventListener("dblclick", (event) => this.zoom(2, event.offsetX, event.offsetY));
		element.addEventListener("keydown", (event) => this.onKey(event));
		this.listenToPointers();
	}
	onKey(event) {
		if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
		const step = 60;
		const action = {
			ArrowLeft: () => this.pan(step, 0),
			ArrowRight: () => this.pan(-60, 0),
			ArrowUp: () => this.pan(0, step),
			ArrowDown: () => this.pan(0, -60),
			"+": () => this.zoom(1.6),
			"=": () => this.zoom(1.6),
			"-": () => this.zoom(1 / 1.6),
			"0": () => this.showAll()
		}[event.key];
		if (action === void 0) return;
		event.preventDefault();
		action();
	}
	/** One pointer drags, two pinch; one that hardly moved picks what lies under it. */
	listenToPointers() {
		const { canvas } = this;
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
				this.point(now.x, now.y);
				return;
			}
			held.set(event.pointerId, now);
			const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
			if (other === void 0) {
				travelled += Math.hypot(now.x - last.x, now.y - last.y);
				if (travelled > 4) canvas.classList.add("dragged");
				this.pan(now.x - last.x, now.y - last.y);
			} else {
				const before = Math.hypot(last.x - other.x, last.y - other.y);
				const after = Math.hypot(now.x - other.x, now.y - other.y);
				if (before > 0) this.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
			}
		});
		const release = (event) => {
			const wasHeld = held.delete(event.pointerId);
			canvas.classList.remove("dragged");
			if (wasHeld && event.type === "pointerup" && travelled <= 4) this.pick(this.scenesAt(event.offsetX, event.offsetY));
		};
		canvas.addEventListener("pointerup", release);
		canvas.addEventListener("pointercancel", release);
		canvas.addEventListener("pointerleave", () => {
			this.rows.hover(void 0);
			byId("where").textContent = "";
		});
	}
	point(x, y) {
		const [top] = this.scenesAt(x, y);
		this.rows.hover(top);
		this.canvas.classList.toggle("over", top !== void 0);
		const position = this.plane.invert((x - this.shiftX) / this.scale, (y - this.shiftY) / this.scale);
		byId("where").textContent = position === void 0 ? "" : (0, map_geometry.positionText)(position, this.scale);
	}
	/** The scenes whose shape lies there, the smallest first. */
	scenesAt(screenX, screenY) {
		const [x, y] = [(screenX - this.shiftX) / this.scale, (screenY - this.shiftY) / this.scale];
		const reach = DOT_PIXELS / this.scale;
		const sizeOf = (scene) => {
			const { left, right, top, bottom } = outlineShown(scene).box;
			return (right - left) * (bottom - top);
		};
		return this.rows.shown.filter((scene) => {
			const flat = outlineShown(scene);
			const { left, right, top, bottom } = flat.box;
			if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return false;
			return right - left < 2 * reach && bottom - top < 2 * reach || flat.points.length + flat.lines.length > 0 || (0, map_geometry.isInside)(flat, x, y);
		}).sort((one, other) => sizeOf(one) - sizeOf(other));
	}
	draw() {
		const { paper, colours, width, height } = this;
		const view = [
			width,
			height,
			this.scale,
			this.shiftX,
			this.shiftY,
			this.hasBorders
		].join(" ");
		if (view !== this.drawnView) {
			this.drawOn(this.under, () => this.drawUnder());
			this.drawOn(this.above, () => this.drawTowns());
			this.drawnView = view;
		}
		paper.drawImage(this.under, 0, 0, width, height);
		paper.lineJoin = "round";
		for (const { flat } of this.passes) {
			this.shade([flat], colours.accent, .1);
			this.stroke([flat], colours.accent, 1, [6, 4]);
		}
		this.stroke([this.area], colours.paper, 4.5, [], .6);
		this.stroke([this.area], colours.area, 1.8, [7, 4]);
		this.drawScenes();
		paper.drawImage(this.above, 0, 0, width, height);
		for (const { name, flat } of this.targets) this.drawTarget(name, flat);
	}
	/** An empty canvas of the size of the map. */
	drawOn(canvas, work) {
		const { paper } = this;
		[canvas.width, canvas.height] = [this.canvas.width, this.canvas.height];
		this.paper = canvas.getContext("2d");
		this.paper.setTransform(paper.getTransform());
		work();
		this.paper = paper;
	}
	drawUnder() {
		const { paper, colours, backdrop, width, height } = this;
		paper.fillStyle = colours.paper;
		paper.fillRect(0, 0, width, height);
		paper.lineJoin = "round";
		this.shade([backdrop.outline], colours.sea);
		this.drawLand();
		this.drawGraticule();
		this.drawScale();
	}
	drawLand() {
		const { paper, colours, backdrop } = this;
		const { detail } = backdrop;
		paper.save();
		if (detail !== void 0) {
			this.trace([detail.frame], [this.viewRing()]);
			paper.clip("evenodd");
		}
		this.shade([backdrop.land], colours.land);
		this.stroke([backdrop.land], colours.coast, .8);
		if (this.hasBorders) this.stroke([backdrop.borders], colours.border, .9, [3, 3]);
		paper.restore();
		if (detail === void 0) return;
		this.shade([detail.land], colours.land);
		this.stroke([detail.coast], colours.coast, .8);
		if (this.hasBorders) this.stroke([detail.borders], colours.border, .9, [3, 3]);
	}
	/** The products of a scene have one outline. */
	drawScenes() {
		const { colours, rows } = this;
		const dots = [];
		const ticked = [];
		const byGroup = /* @__PURE__ */ new Map();
		let count = 0;
		for (const scene of rows.shown) {
			const flat = outlineShown(scene);
			if (!this.isInView(flat.box)) continue;
			count += 1;
			if (this.isDot(flat)) dots.push(scene);
			else if (hasTick(scene)) ticked.push(flat);
			else {
				const group = this.groups.get(scene) ?? "group-1";
				const shapes = byGroup.get(group);
				if (shapes === void 0) byGroup.set(group, [flat]);
				else shapes.push(flat);
			}
		}
		const isShaded = count <= MOST_SHADED;
		for (const [group, shapes] of byGroup) {
			for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes]) this.shade(part, colours[group], isShaded ? .13 : .22);
			this.stroke(shapes, colours[group], isShaded ? 1.3 : .8);
		}
		for (const shape of ticked) this.shade([shape], colours.tick, .26);
		this.stroke(ticked, colours.paper, 4.5, [], .75);
		this.stroke(ticked, colours.tick, 2.4);
		for (const scene of dots) {
			const [colour, radius] = hasTick(scene) ? [colours.tick, 5.5] : [colours[this.groups.get(scene) ?? "group-1"], 4.5];
			this.dot(outlineShown(scene), colour, radius);
		}
		const { hovered } = rows;
		if (hovered === void 0 || hovered.shown.length === 0) return;
		const flat = outlineShown(hovered);
		const colour = hasTick(hovered) ? colours.tick : colours.ink;
		if (this.isDot(flat)) this.dot(flat, colour, 7);
		else {
			this.stroke([flat], colours.paper, 6, [], .9);
			this.stroke([flat], colour, 2.8);
		}
	}
	isDot({ box, points }) {
		if (points.length > 0) return true;
		return (box.right - box.left) * this.scale < DOT_PIXELS && (box.bottom - box.top) * this.scale < DOT_PIXELS;
	}
	dot({ box, points }, colour, radius) {
		const places = points.length > 0 ? points : [[(box.left + box.right) / 2, (box.top + box.bottom) / 2]];
		const size = 2 * radius + 4;
		const picture = this.dotPicture(colour, radius, size);
		for (const [x, y] of places) this.paper.drawImage(picture, x * this.scale + this.shiftX - size / 2, y * this.scale + this.shiftY - size / 2, size, size);
	}
	/** Thousands of copies of a picture are drawn faster than as many circles. */
	dotPicture(colour, radius, size) {
		const key = \`\${colour} \${radius}\`;
		const known = this.dots.get(key);
		if (known !== void 0) return known;
		const ratio = this.canvas.width / this.width;
		const picture = document.createElement("canvas");
		picture.width = picture.height = Math.ceil(size * ratio);
		const paper = picture.getContext("2d");
		paper.setTransform(ratio, 0, 0, ratio, 0, 0);
		paper.fillStyle = colour;
		paper.strokeStyle = this.colours.paper;
		paper.lineWidth = 1.5;
		paper.beginPath();
		paper.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
		paper.fill();
		paper.stroke();
		this.dots.set(key, picture);
		return picture;
	}
	drawTarget(name, flat) {
		const { paper, colours, scale } = this;
		this.stroke([flat], colours.area, 1.6);
		const { left, right, top, bottom } = flat.box;
		if (left > right) return;
		const [x, y] = [(left + right) / 2 * scale + this.shiftX, (top + bottom) / 2 * scale + this.shiftY];
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
		this.label(name, x + 10, y, colours.ink, 600);
	}
	label(text, x, y, colour, weight = 400) {
		const { paper } = this;
		paper.font = \`\${weight} 12px system-ui, sans-serif\`;
		paper.textBaseline = "middle";
		paper.lineWidth = 3;
		paper.strokeStyle = this.colours.land;
		paper.globalAlpha = .85;
		paper.strokeText(text, x, y);
		paper.globalAlpha = 1;
		paper.fillStyle = colour;
		paper.fillText(text, x, y);
	}
	/** Towns from the largest on, where their names do not meet. */
	drawTowns() {
		const { paper, colours } = this;
		const taken = [];
		paper.font = "400 12px system-ui, sans-serif";
		for (const { name, x, y } of this.backdrop.towns) {
			const [atX, atY] = [x * this.scale + this.shiftX, y * this.scale + this.shiftY];
			const box = {
				left: atX - 6,
				right: atX + 12 + paper.measureText(name).width,
				top: atY - 10,
				bottom: atY + 10
			};
			if (atX < 0 || atY < 0 || atX > this.width || atY > this.height || taken.some((other) => meet(box, other))) continue;
			taken.push(box);
			paper.fillStyle = colours.town;
			paper.beginPath();
			paper.arc(atX, atY, 2, 0, 2 * Math.PI);
			paper.fill();
			this.label(name, atX + 6, atY, colours.town);
		}
	}
	drawGraticule() {
		const { paper, colours, plane, scale, width, height } = this;
		const seen = this.seenPositions();
		if (seen === void 0) return;
		const { west, east, south, north } = seen;
		const step = (0, map_geometry.graticuleStep)(Math.max(72 * Math.min(360, east - west) / width, 56 * (north - south) / height));
		const lines = [];
		const isWhole = east - west >= 359;
		for (let x = Math.ceil(west / step) * step; x <= east - (isWhole ? step / 2 : 0); x += step) {
			const [low, high] = [Math.max(-89.9, south), Math.min(89.9, north)];
			lines.push({
				positions: (0, map_geometry.fineLine)([x, low], [x, high]),
				text: (0, map_geometry.degreesText)(x, "E", "W", step),
				isMeridian: true
			});
		}
		for (let y = Math.ceil(south / step) * step; y <= north; y += step) if (Math.abs(y) < 90) lines.push({
			positions: (0, map_geometry.fineLine)([west, y], [east, y]),
			text: (0, map_geometry.degreesText)(y, "N", "S", step),
			isMeridian: false
		});
		const flats = lines.map(({ positions }) => plane.flatten({
			areas: [],
			lines: [positions],
			points: []
		}));
		this.stroke(flats, colours.graticule, .8);
		paper.font = "400 10.5px system-ui, sans-serif";
		paper.fillStyle = colours.quiet;
		paper.textBaseline = "middle";
		lines.forEach(({ text, isMeridian }, at) => {
			const place = (0, map_geometry.crossing)(flats[at], isMeridian, {
				scale,
				x: this.shiftX,
				y: this.shiftY,
				edge: isMeridian ? 9 : 6
			});
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
	/** What of the globe the view shows. */
	seenPositions() {
		const { plane, scale, width, height } = this;
		const at = (x, y) => plane.invert((x - this.shiftX) / scale, (y - this.shiftY) / scale);
		const middle = at(width / 2, height / 2);
		let [west, east, south, north] = [
			1e400,
			-1e400,
			90,
			-90
		];
		for (let column = 0; column <= 12; column++) for (let row = 0; row <= 12; row++) {
			const position = at(width * column / 12, height * row / 12);
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
			return this.isInView({
				left: x,
				right: x,
				top: y,
				bottom: y
			});
		});
		if (hasPole || east - west > 300) {
			[west, east] = [-180, 180];
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
	drawScale() {
		const [x, y] = [(this.width / 2 - this.shiftX) / this.scale, (this.height / 2 - this.shiftY) / this.scale];
		const [bar, text] = [byId("scale-bar"), byId("scale-text")];
		const km = this.kmPerUnit(x, y) / this.scale;
		const length = (0, map_geometry.roundBelow)(110 * km);
		bar.style.width = \`\${length / km}px\`;
		text.textContent = length >= 1 ? \`\${length} km\` : \`\${Math.round(length * 1e3)} m\`;
		const here = this.plane.invert(x, y);
		if (here === void 0) return;
		const [toX, toY] = this.plane.project([here[0], Math.min(90, here[1] + .001)]);
		const [fromX, fromY] = this.plane.project(here);
		const degrees = Math.atan2(toX - fromX, fromY - toY) * 180 / Math.PI;
		byId("north").style.transform = \`rotate(\${degrees.toFixed(1)}deg)\`;
	}
	isInView({ left, right, top, bottom }) {
		const { scale, shiftX, shiftY, width, height } = this;
		return right * scale + shiftX >= -8 && left * scale + shiftX <= width + 8 && bottom * scale + shiftY >= -8 && top * scale + shiftY <= height + 8;
	}
	/** The view with a margin, on the plane. */
	viewBox() {
		const { scale, shiftX, shiftY, width, height } = this;
		return {
			left: (-40 - shiftX) / scale,
			right: (width + 40 - shiftX) / scale,
			top: (-40 - shiftY) / scale,
			bottom: (height + 40 - shiftY) / scale
		};
	}
	viewRing() {
		const { left, right, top, bottom } = this.viewBox();
		return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
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
		for (const { lines, box } of shapes) if (this.isInView(box)) for (const line of lines) this.traceLine(line);
		paper.globalAlpha = alpha;
		paper.strokeStyle = colour;
		paper.lineWidth = width;
		paper.setLineDash([...dashes]);
		paper.stroke();
		paper.setLineDash([]);
		paper.globalAlpha = 1;
	}
	/** Begins a path with the areas. Rings that reach far beyond the view are cut, since a canvas has few digits. */
	trace(shapes, more = []) {
		const { paper } = this;
		paper.beginPath();
		for (const { areas, box } of shapes) {
			if (!this.isInView(box)) continue;
			const view = this.viewBox();
			const isWhole = box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
			for (const rings of areas) for (const ring of rings) this.traceRing(isWhole ? ring : (0, map_geometry.clipRing)(ring, view));
		}
		for (const ring of more) this.traceRing(ring);
	}
	traceRing(cut) {
		const { paper, scale, shiftX, shiftY } = this;
		for (let at = 0; at + 1 < cut.length; at += 2) {
			const [x, y] = [cut[at] * scale + shiftX, cut[at + 1] * scale + shiftY];
			if (at === 0) paper.moveTo(x, y);
			else paper.lineTo(x, y);
		}
		if (cut.length > 0) paper.closePath();
	}
	traceLine(line) {
		const { paper, scale, shiftX, shiftY } = this;
		for (const stretch of (0, map_geometry.clipLine)(line, this.viewBox())) for (let at = 0; at + 1 < stretch.length; at += 2) {
			const [x, y] = [stretch[at] * scale + shiftX, stretch[at + 1] * scale + shiftY];
			if (at === 0) paper.moveTo(x, y);
			else paper.lineTo(x, y);
		}
	}
};
/** The outlines of a scene's products differ by metres: the first ticked one is drawn, or else the first. */
const outlineShown = ({ shown, rows }) => (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]).flat;
const hasTick = ({ shown }) => shown.some(({ isTicked }) => isTicked);
function growBy(box, { left, top, right, bottom }) {
	if (left > right) return;
	(0, map_geometry.grow)(box, left, top);
	(0, map_geometry.grow)(box, right, bottom);
}
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
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
	if (data.price !== void 0) label.append(make("small", {}, priceText(data.price)));
	return label;
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
			const button = make("button", { type: "button" }, headOf(column));
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
		this.order.append(make("option", { value: "" }, "as found"), ...sortable.filter(({ constant }) => constant === void 0).flatMap((column) => [make("option", { value: \`\${column.at}+\` }, \`\${headOf(column)} \\u2191\`), make("option", { value: \`\${column.at}-\` }, \`\${headOf(column)} \\u2193\`)]));
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
		const texts = this.rows.columns.flatMap((column) => column.constant === void 0 || column.constant === null || this.columns.includes(column) ? [] : [\`\${headOf(column).toLowerCase()} \${displayed(column.constant, "text")}\`]);
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
		if (this.hasPictures) add("pictures", ...pictureOf(scene));
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
			className: isIdColumn(column) ? "id" : column.kind,
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
/** \`descending\`, \`incidence 20.9 °\`, \`squint 30.0..-30.0 °\`: a number alone says nothing. */
function detailText(scene, column) {
	const text = sceneText(scene, column);
	if (text === "") return [];
	const [name, unit] = namedUnit(column.header);
	if (unit !== void 0) return [\`\${name} \${text} \${unit}\`];
	return [column.kind === "text" && !STARTS_WITH_NUMBER.test(text) ? text : \`\${name} \${text}\`];
}
const STARTS_WITH_NUMBER = /^[-+]?\\d/;
/** \`INCIDENCE °\` is \`incidence\` in \`°\`, \`SHARE %\` is \`share\` in \`%\`; \`LOCAL START\` has no unit. */
function namedUnit(header) {
	const [, name, unit] = /^(.+) (°|%|km²?|m)$/.exec(header) ?? [];
	return name === void 0 || unit === void 0 ? [header.toLowerCase()] : [name.toLowerCase(), unit];
}
function pictureOf({ rows, name }) {
	const picture = rows.find(({ data }) => data.picture !== void 0)?.data.picture;
	if (picture === void 0) return [];
	const button = make("button", {
		type: "button",
		className: "picture",
		ariaLabel: \`Enlarge \${name}\`
	});
	button.append(make("img", {
		src: picture,
		alt: "",
		loading: "lazy"
	}));
	button.addEventListener("click", () => {
		Object.assign(byId("enlarged-picture"), {
			src: picture,
			alt: name
		});
		byId("enlarged").showModal();
	});
	return [button];
}
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
	const [low, high] = [byId("range-from"), byId("range-to")];
	const svg = byId("bars");
	svg.setAttribute("viewBox", \`0 0 \${BARS} 20\`);
	const bar = (className) => Array.from({ length: BARS }, (_, at) => rectangle(className, at + .08, .84));
	const [all, some] = [bar("all"), bar("some")];
	const outside = [rectangle("outside", 0, 0), rectangle("outside", 0, 0)];
	for (const [at, rect] of outside.entries()) {
		rect.setAttribute("height", "20");
		rect.setAttribute("y", "0");
		rect.setAttribute("data-side", String(at));
	}
	svg.append(...all, ...some, ...outside);
	const timeAt = (step) => first + (last - first) * step / STEPS;
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
	const setHeights = (bars, bins) => {
		bars.forEach((rect, at) => {
			const height = bins[at] === 0 ? 0 : Math.max(1, 19 * bins[at] / tallest);
			rect.setAttribute("y", String(20 - height));
			rect.setAttribute("height", String(height));
		});
	};
	setHeights(all, whole);
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
	rows.on("shown", () => setHeights(some, counts((isShown) => isShown)));
	setHeights(some, whole);
	describe();
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
const geometries = [
	...data.rows.map(({ geometry }) => geometry),
	data.area,
	...data.targets.map(({ geometry }) => geometry)
];
const bounds = (0, map_geometry.boundsOf)(geometries.flatMap((geometry) => (0, map_geometry.positionsOfShape)((0, map_geometry.shapeOf)(geometry))));
const plane = new map_geometry.Plane((0, map_geometry.chooseProjection)(bounds));
const rows = new map_geometry.PageRows(data, plane);
const map = new MapView(rows, plane, data, showCard);
let cardTicks = [];
rows.on("ticked", () => {
	for (const ticks of cardTicks) ticks.show();
});
const table = new TableView(rows, (scene) => {
	map.zoomTo(scene);
	rows.hover(scene);
});
showAbout();
showFilters(rows);
showHistogram(rows);
showBasket(rows, data);
showColours();
foldOnSmallScreens();
chooseTheme();
rows.on("shown", showStatus);
showStatus();
byId("borders").addEventListener("change", (event) => map.showBorders(event.target.checked));
byId("enlarged-close").addEventListener("click", () => byId("enlarged").close());
/** What the page holds, of which time, made when; and whose it is where that changes what the commands do. */
function showAbout() {
	const ms = data.madeAt === void 0 ? NaN : Date.parse(data.madeAt);
	const parts = [rows.hasScenes ? \`\${counted(rows.scenes.length, "scene")}, \${counted(rows.all.length, "product")}\` : counted(rows.all.length, "row")];
	if (data.omitted > 0) parts.push(\`\${grouped(data.omitted)} more are not on this page\`);
	const times = rows.all.map(({ timeMs }) => timeMs).filter((time) => !Number.isNaN(time));
	if (times.length > 0) {
		const first = times.reduce((one, other) => Math.min(one, other));
		const last = times.reduce((one, other) => Math.max(one, other));
		parts.push(daysText(first, last));
	}
	if (!Number.isNaN(ms)) parts.push(\`made \${minuteText(ms)} UTC\`);
	const without = rows.all.filter(({ flat }) => flat.box.left > flat.box.right).length;
	if (without > 0) parts.push(\`\${grouped(without)} without a place on the map\`);
	parts.push(...data.facts);
	byId("about").textContent = parts.join(" · ");
	const { carried } = data.command;
	const profile = carried[carried.indexOf("--profile") + 1];
	const badge = carried.includes("--sandbox") ? "Sandbox: invented data" : carried.includes("--profile") && profile !== void 0 ? \`Profile \${profile}\` : "";
	if (badge !== "") byId("about").prepend(make("span", { className: "badge" }, badge));
}
/** \`2026-09-25 to 2026-11-19\`, or the one day. */
function daysText(first, last) {
	const [from, to] = [minuteText(first).slice(0, 10), minuteText(last).slice(0, 10)];
	return from === to ? from : \`\${from} to \${to}\`;
}
function showStatus() {
	const [shown, all] = [rows.shown.length, rows.scenes.length];
	const noun = rows.hasScenes ? \` \${all === 1 ? "scene" : "scenes"}\` : "";
	byId("status").textContent = shown === all ? \`All \${grouped(all)}\${noun} shown\` : \`\${grouped(shown)} of \${grouped(all)}\${noun} shown\`;
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
	select.append(make("option", { value: "" }, "nothing"), ...columns.map(({ key, header }) => make("option", { value: key }, header.toLowerCase())));
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
})(mapGeometry);
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
  width: 5.4em;
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
  max-width: 8.8em;
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
dialog img {
  display: block;
  max-width: 88vw;
  max-height: 80vh;
  margin-bottom: 10px;
  image-rendering: auto;
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
