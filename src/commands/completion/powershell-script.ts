/** The completion script for PowerShell: tables, and the same walk over the typed words as in bash. */
import { leavesOf, outputFlag, type AllWords, type FlagWords } from "./command-words.ts";
import type { ValueSource } from "./value-source.ts";

const WALK = String.raw`
# Ids that swath keeps on this machine.
$swathIds = {
  param($kind, $words)
  if ('order', 'intent', 'profile' -contains $kind) {
    & $words[0] __complete $kind @($words | Select-Object -Skip 1) 2>$null
    return
  }
  $folder = if ("$env:XDG_CACHE_HOME".StartsWith('/')) { $env:XDG_CACHE_HOME } else { Join-Path $HOME '.cache' }
  $profileName = if ($env:SWATH_PROFILE) { $env:SWATH_PROFILE } else { 'default' }
  for ($i = 1; $i -lt $words.Count; $i++) {
    if ($words[$i] -ceq '--sandbox') { $profileName = 'sandbox' }
    elseif ($words[$i] -ceq '--profile' -and $i + 1 -lt $words.Count) { $profileName = $words[$i + 1] }
    elseif ($words[$i] -clike '--profile=*') { $profileName = $words[$i].Substring(10) }
  }
  $file = [IO.Path]::Combine($folder, 'swath', 'ids', $profileName, $kind)
  if (Test-Path $file) { Get-Content $file }
}

Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $words = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } |
    ForEach-Object { $_.Extent.Text })
  $path = ''
  $at = 0
  $pending = $null
  foreach ($word in ($words | Select-Object -Skip 1)) {
    if ($pending -and ($pending[0] -ne '?' -or $word -notlike '-*')) { $pending = $null; continue }
    $pending = $null
    if ($word -like '--*=*') { continue }
    if ($word -like '-?*') {
      $flag = $swathFlags[$path] + $swathGlobalFlags | Where-Object { $_.Names -ccontains $word } | Select-Object -First 1
      if ($flag) { $pending = $flag.Value }
    } elseif ($swathSteps.ContainsKey("$path/$word")) {
      $path = $swathSteps["$path/$word"]
    } else {
      $at += 1
    }
  }

  $prefix = ''
  $typed = $wordToComplete
  if (-not $pending -and $typed -like '--*=*') {
    $name, $typed = $typed -split '=', 2
    $prefix = "$name="
    $flag = $swathFlags[$path] + $swathGlobalFlags | Where-Object { $_.Names -ccontains $name } | Select-Object -First 1
    $pending = if ($flag) { $flag.Value } else { 'anything' }
  }
  if (-not $pending -and $typed -notlike '-*') {
    if ($swathCommands.ContainsKey($path)) {
      foreach ($entry in $swathCommands[$path].GetEnumerator()) {
        if ($entry.Key -like "$typed*") {
          [System.Management.Automation.CompletionResult]::new($entry.Key, $entry.Key, 'ParameterValue', $entry.Value)
        }
      }
      return
    }
    $sources = @($swathArguments[$path])
    if ($sources.Count -gt 0 -and $sources[0]) {
      $pending = $sources[[Math]::Min($at, $sources.Count - 1)]
      if ($at -ge $sources.Count -and $pending -notlike '*...') { return }
      $pending = $pending -replace '\.\.\.$', ''
    }
  }
  if ($pending) {
    $source = $pending.TrimStart('?')
    $values = switch -Wildcard ($source) {
      'words *' { $source.Substring(6) -split ' ' }
      'ids *' { & $swathIds $source.Substring(4) $words }
      # Nothing of ours: PowerShell proposes files by itself.
      default { return }
    }
    $values | Where-Object { $_ -like "$typed*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)
    }
    return
  }
  foreach ($flag in ($swathFlags[$path] + $swathGlobalFlags)) {
    $name = $flag.Names[0]
    if ($name -like "$typed*") {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterName', $flag.Summary)
    }
  }
}
`;

export function powershellScript(all: AllWords): string {
  const leaves = leavesOf(all);
  const tops = [...all.nouns, ...all.singles].map((each) =>
    "name" in each ? each : { name: each.path[0]!, aliases: [], summary: each.summary },
  );
  const help = { name: "help", aliases: [], summary: "help on a command or a topic" };
  const topics = all.topics.map((name) => ({ name, summary: "help topic" }));
  const commands: [string, readonly { name: string; summary: string }[]][] = [
    ["", [...tops, help]],
    ["help", [...tops, ...topics]],
    ...all.nouns.flatMap(({ name, verbs }) => {
      const rows = verbs.map(({ path, summary }) => ({ name: path[1]!, summary }));
      return [name, `help ${name}`].map((at): [string, typeof rows] => [at, rows]);
    }),
  ];
  const steps: [string, string][] = [
    ...[...tops, help].flatMap(({ name, aliases }) =>
      [name, ...aliases].map((word): [string, string] => [`/${word}`, name]),
    ),
    ...all.nouns.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((word): [string, string] => [`help/${word}`, `help ${name}`]),
    ),
    ...all.nouns.flatMap(({ name, verbs }) =>
      verbs.map(({ path }): [string, string] => [`${name}/${path[1]}`, path.join(" ")]),
    ),
  ];
  return `# PowerShell completion for swath, made from its command table. Load it with:
#   swath completion powershell | Out-String | Invoke-Expression
# It has not been run in a PowerShell.

$swathSteps = @{
${steps.map(([from, to]) => `  ${quote(from)} = ${quote(to)}`).join("\n")}
}

$swathCommands = @{
${commands
  .map(
    ([at, rows]) =>
      `  ${quote(at)} = [ordered]@{\n${rows.map(({ name, summary }) => `    ${quote(name)} = ${quote(summary)}`).join("\n")}\n  }`,
  )
  .join("\n")}
}

$swathArguments = @{
${leaves
  .filter(({ args }) => args.length > 0)
  .map(
    ({ path, args }) =>
      `  ${quote(path.join(" "))} = @(${args.map(({ value, isVariadic }) => quote(sourceText(value) + (isVariadic ? "..." : ""))).join(", ")})`,
  )
  .join("\n")}
}

$swathGlobalFlags = @(
${[...all.globalFlags, HELP].map((flag) => `  ${flagEntry(flag)}`).join("\n")}
)

$swathFlags = @{
  '' = @(@{ Names = @('--version', '-V'); Value = $null; Summary = 'print the version' })
${leaves.map(({ path, flags, formats }) => `  ${quote(path.join(" "))} = @(\n${[...flags, outputFlag(formats)].map((flag) => `    ${flagEntry(flag)}`).join("\n")}\n  )`).join("\n")}
}
${WALK}`;
}

const HELP: FlagWords = {
  long: "--help",
  short: "-h",
  flags: "-h, --help",
  summary: "show help",
  meaning: "show help",
  value: undefined,
  isValueOptional: false,
  isRepeatable: false,
};

function flagEntry({ long, short, value, isValueOptional, summary }: FlagWords): string {
  const names = [long, short]
    .filter((name) => name !== undefined)
    .map(quote)
    .join(", ");
  const source = value === undefined ? "$null" : quote((isValueOptional ? "?" : "") + sourceText(value));
  return `@{ Names = @(${names}); Value = ${source}; Summary = ${quote(summary)} }`;
}

function sourceText(value: ValueSource): string {
  if (value.from === "words") return `words ${value.words.join(" ")}`;
  return value.from === "ids" ? `ids ${value.kind}` : value.from;
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
