// Package pendingtest tests that a store of suspended calls keeps its promises.
// Run it on every store that is not one of this module:
//
//	func TestStore(t *testing.T) {
//		pendingtest.Run(t, func(t *testing.T) pending.Store {
//			return openMyStore(t, t.TempDir())
//		})
//	}
package pendingtest
