// Package tooltest tests that a source of tools keeps its promises. Run it on
// every source that you write:
//
//	func TestSource(t *testing.T) {
//		tooltest.Run(t, func(t *testing.T) toolnexus.Source {
//			return mypackage.NewSource()
//		})
//	}
//
// No tool is called that could change anything: only those whose hints say that
// they are read only. [Options] can allow more, or less:
//
//	tooltest.Options{MayCall: isHarmless}.Run(t, open)
package tooltest
