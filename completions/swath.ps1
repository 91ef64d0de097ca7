# PowerShell completion for swath. It asks swath at each Tab. Load it with:
#   swath completion powershell | Out-String | Invoke-Expression
# It has not been run in a PowerShell.
Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  $words = @($commandAst.CommandElements |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $program, $typed = $words
  # Before 7.3 PowerShell leaves out an empty argument of a program.
  $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
  $word = if ($wordToComplete) { $wordToComplete } else { $empty }
  $answer = @(& $program __complete @typed $word 2>$null)
  if ($answer.Count -eq 0) { return }
  $kind, $before = $answer[0] -split ' ', 2
  # PowerShell proposes files by itself where nothing else is proposed.
  if ($kind -ne 'words') { return }
  foreach ($line in ($answer | Select-Object -Skip 1)) {
    $value, $description = $line -split "`t", 2
    if (-not "$before$value".StartsWith($wordToComplete, [StringComparison]::OrdinalIgnoreCase)) { continue }
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new("$before$value", $value, 'ParameterValue', $description)
  }
}
