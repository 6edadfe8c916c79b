package jsonfield_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolnexus/go-sdk/internal/jsonfield"
)

func TestOfPromotesFields(t *testing.T) {
	str := reflect.TypeFor[string]()
	want := []jsonfield.Field{
		{Name: "id", Type: str, Index: []int{0, 0}, Tag: `json:"id"`, GoName: "ID", Owner: reflect.TypeFor[Base]()},
		{Name: "Note", Type: str, Index: []int{0, 1}, GoName: "Note", Owner: reflect.TypeFor[Base]()},
		{Name: "zone", Type: str, Index: []int{1, 0}, Tag: `json:"zone"`, GoName: "Zone", Owner: reflect.TypeFor[Zone](), ViaPointer: true},
		{Name: "query", Type: str, Index: []int{2}, Tag: `json:"query"`, GoName: "Query", Owner: reflect.TypeFor[Flat]()},
	}
	sameType := cmp.Comparer(func(a, b reflect.Type) bool { return a == b })
	if diff := cmp.Diff(want, jsonfield.Of(reflect.TypeFor[Flat]()).Fields, sameType); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

func TestOfNoStruct(t *testing.T) {
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[int](), reflect.TypeFor[*Base](), reflect.TypeFor[any]()} {
		if s := jsonfield.Of(typ); s == nil || len(s.Fields) > 0 || len(s.Problems) > 0 {
			t.Errorf("%v: %+v", typ, s)
		}
	}
}

func TestOfFollowsShadowing(t *testing.T) {
	for _, typ := range []reflect.Type{reflect.TypeFor[ShadowFirst](), reflect.TypeFor[ShadowLast]()} {
		for _, f := range jsonfield.Of(typ).Fields {
			if f.Name == "id" && f.Type.Kind() != reflect.Int {
				t.Errorf("%v: id is the %v of %v", typ, f.Type, f.Owner)
			}
		}
	}
}

func TestOfIsSharedBetweenGoroutines(t *testing.T) {
	typ := structOf(field[int]("OnlyHere", `json:"only_here"`))
	var (
		wg  sync.WaitGroup
		got [8]*jsonfield.Struct
	)
	for i := range got {
		wg.Go(func() { got[i] = jsonfield.Of(typ) })
	}
	wg.Wait()
	for _, s := range got {
		if s != got[0] {
			t.Error("two answers for one type")
		}
	}
}

func BenchmarkOf(b *testing.B) {
	typ := reflect.TypeFor[Strings]()
	b.ReportAllocs()
	for b.Loop() {
		jsonfield.Of(typ)
	}
}
