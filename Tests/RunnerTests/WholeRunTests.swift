import LinecheckPhases
import LinecheckPlan
import LinecheckQuantities
import Testing

/// The bundled plans from begin to finish, in virtual time: everything that the driver is told and tells, in order.
@Suite struct WholeRunTests {
    @Test func `bufferbloat loads each direction for its window and lets the queue drain between`() throws {
        let run = VirtualRun()
        run.perform(try BundledPlan.read("bufferbloat").plan)
        #expect(
            run.transcript == """
                0.00 > begin
                0.00 baseline running
                0.00 start probe gateway
                0.00 start probe internet
                5.00 > deadline
                5.00 baseline completed
                5.00 download running
                5.00 start load download
                5.05 > load-moving download
                5.05 download loaded
                15.05 > deadline
                15.05 stop load download
                15.05 download completed
                15.05 drain running
                17.05 > deadline
                17.05 drain completed
                17.05 upload running
                17.05 start load upload
                17.10 > load-moving upload
                17.10 upload loaded
                27.10 > deadline
                27.10 stop load upload
                27.10 upload completed
                27.10 drain
                27.30 > settled
                27.30 finish complete
                """)
        #expect(!run.world.isStuck)
    }

    @Test func `health asks one after another, then loads the line, then once more`() throws {
        let run = VirtualRun()
        run.perform(try BundledPlan.read("health").plan)
        #expect(
            run.transcript == """
                0.00 > begin
                0.00 idle running
                0.00 start probe gateway ×11
                2.02 > probe-done gateway
                2.02 start probe internet ×11
                4.04 > probe-done internet
                4.04 start probe internet2 ×11
                6.06 > probe-done internet2
                6.06 start probe tcp ×11
                8.08 > probe-done tcp
                8.08 idle completed
                8.08 baseline running
                8.08 start probe gateway
                8.08 start probe internet
                13.08 > deadline
                13.08 baseline completed
                13.08 download running
                13.08 start load download
                13.13 > load-moving download
                13.13 download loaded
                23.13 > deadline
                23.13 stop load download
                23.13 download completed
                23.13 drain running
                25.13 > deadline
                25.13 drain completed
                25.13 upload running
                25.13 start load upload
                25.18 > load-moving upload
                25.18 upload loaded
                35.18 > deadline
                35.18 stop load upload
                35.18 upload completed
                35.18 stop probe gateway
                35.18 stop probe internet
                35.18 recovery running
                35.18 start probe internet ×10
                37.90 > probe-done internet
                37.90 recovery completed
                37.90 drain
                38.10 > settled
                38.10 finish complete
                """)
        #expect(!run.world.isStuck)
    }
}
