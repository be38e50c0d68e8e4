// The tests of this module are being written.
