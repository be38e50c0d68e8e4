import Glibc
import LinecheckLab
import Testing

extension LabTests {
    @Suite struct `What the lab leaves behind` {
        @Test func `a line is gone with its namespaces and server after use`() throws {
            let network = try LabNetwork(Lab.line("clean"), program: Program.find())
            #expect(namespaces().count == 5)
            network.close()
            #expect(namespaces() == [])
        }

        @Test func `a line that cannot be built to its end leaves nothing`() throws {
            #expect(throws: Child.Failure.self) { try LabNetwork(Lab.line("clean"), program: "/nonexistent/linecheck") }
            #expect(namespaces() == [])
        }

        @Test func `what a killed test process left is swept away with the programs in it`() throws {
            let dead = try Child(["true"])
            try dead.wait(within: .seconds(5))
            let name = "\(LabNetwork.namePrefix)-\(dead.process)-1-client"
            let space = try NamedNamespace(creating: name)
            let holder = try Child(space.command(["sleep", "60"]))
            NamedNamespace.sweep(prefix: LabNetwork.namePrefix)
            #expect(!NamedNamespace.all().contains(name))
            #expect(try holder.wait(within: .seconds(5)) == 128 + SIGKILL)
        }

        /// The namespaces of this test process.
        private func namespaces() -> [String] {
            NamedNamespace.all().filter { $0.hasPrefix("\(LabNetwork.namePrefix)-\(getpid())-") }
        }
    }
}
