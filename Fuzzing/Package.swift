// swift-tools-version: 6.2
import PackageDescription

// libFuzzer targets, apart from the main package because they have no main of their own. `Fuzzing/run TARGET SECONDS`
// builds and runs one.
let fuzzing: [SwiftSetting] = [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
let linking: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]

let package = Package(
    name: "linecheck-fuzzing",
    dependencies: [.package(name: "linecheck", path: "..")],
    targets: [
        // Any bytes as a plan, as rules and as an expression.
        .executableTarget(
            name: "FuzzPlan", dependencies: [.product(name: "Linecheck", package: "linecheck")],
            swiftSettings: fuzzing, linkerSettings: linking),
        // Any bytes as a capture, whole and recovered.
        .executableTarget(
            name: "FuzzCapture", dependencies: [.product(name: "Linecheck", package: "linecheck")],
            swiftSettings: fuzzing, linkerSettings: linking),
    ]
)
