import CommandLineKit

/// The types of CommandLineKit, specialised for this program.
typealias Verb = CommandLineKit.Verb<CommandContext>
typealias Parser = CommandLineKit.Parser<CommandContext>
typealias HelpPage = CommandLineKit.HelpPage<CommandContext>
typealias ManPage = CommandLineKit.ManPage<CommandContext>
typealias Argument = CommandLineKit.Argument
typealias ArgumentValue = CommandLineKit.ArgumentValue
typealias Completion = CommandLineKit.Completion
typealias CompletionTree = CommandLineKit.CompletionTree
typealias Console = CommandLineKit.Console
typealias Declaration = CommandLineKit.Declaration
typealias DeclaredArgument = CommandLineKit.DeclaredArgument
typealias DisplayText = CommandLineKit.DisplayText
typealias DurationText = CommandLineKit.DurationText
typealias Ink = CommandLineKit.Ink
typealias Meant = CommandLineKit.Meant
typealias Occurrence = CommandLineKit.Occurrence
typealias Seconds = CommandLineKit.Seconds
typealias Shell = CommandLineKit.Shell
typealias Table = CommandLineKit.Table
typealias UsageError = CommandLineKit.UsageError
typealias Values = CommandLineKit.Values
