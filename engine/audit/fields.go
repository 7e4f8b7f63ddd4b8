package audit

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// fieldsOf lists all that a value holds, unexported fields too, by path: "Curve.0.ValidRMSE". A field that is added to a
// type is compared without being named anywhere.
func fieldsOf(v any) map[string]string {
	fields := make(map[string]string)
	listFields(reflect.ValueOf(v), "", fields)
	return fields
}

// differences are the paths of the fields that two values do not have in common, without those that have an exempt name
// in their path.
func differences(one, two any, exempt []string) (paths []string) {
	a, b := fieldsOf(one), fieldsOf(two)
	for path, v := range a {
		if w, there := b[path]; !there || v != w {
			paths = append(paths, path)
		}
	}
	for path := range b {
		if _, there := a[path]; !there {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.DeleteFunc(paths, func(path string) bool {
		return slices.ContainsFunc(strings.Split(path, "."), func(step string) bool { return slices.Contains(exempt, step) })
	})
}

func listFields(v reflect.Value, path string, fields map[string]string) {
	at := func(step any) string {
		if path == "" {
			return fmt.Sprint(step)
		}
		return fmt.Sprint(path, ".", step)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			fields[path] = "nil"
			return
		}
		listFields(v.Elem(), path, fields)
	case reflect.Struct:
		for i := range v.NumField() {
			listFields(v.Field(i), at(v.Type().Field(i).Name), fields)
		}
	case reflect.Slice, reflect.Array:
		fields[at("len")] = fmt.Sprint(v.Len())
		for i := range v.Len() {
			listFields(v.Index(i), at(i), fields)
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			listFields(i.Value(), at(i.Key()), fields)
		}
	case reflect.Func, reflect.Chan, reflect.Invalid, reflect.UnsafePointer:
	case reflect.Float32, reflect.Float64:
		fields[path] = fmt.Sprintf("%x", math.Float64bits(v.Float()))
	default:
		fields[path] = fmt.Sprint(v)
	}
}
