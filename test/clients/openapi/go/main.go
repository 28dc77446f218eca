// Calls every operation of the clients that oapi-codegen made of both documents, with the documents' own examples, and
// prints for each the status, the body and the parsed answer written as JSON again.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	"tonscope/openapi/v2"
	"tonscope/openapi/v3"
)

type call struct {
	API    string          `json:"api"`
	ID     string          `json:"id"`
	Method string          `json:"method"`
	Query  json.RawMessage `json:"query"`
	Body   json.RawMessage `json:"body"`
}

type outcome struct {
	API    string `json:"api"`
	ID     string `json:"id"`
	Status int    `json:"status"`
	Body   string `json:"body"`
	// The field of the generated response that holds the parsed answer, as JSON; absent if the client parsed none.
	Parsed *string `json:"parsed,omitempty"`
	Error  string  `json:"error,omitempty"`
}

func main() {
	url, path := os.Args[1], os.Args[2]
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	var calls []call
	if err := json.Unmarshal(text, &calls); err != nil {
		panic(err)
	}
	first, err := v2.NewClientWithResponses(url)
	if err != nil {
		panic(err)
	}
	second, err := v3.NewClientWithResponses(url)
	if err != nil {
		panic(err)
	}
	clients := map[string]reflect.Value{"v2": reflect.ValueOf(first), "v3": reflect.ValueOf(second)}
	outcomes := make([]outcome, 0, len(calls))
	for _, each := range calls {
		outcomes = append(outcomes, run(clients[each.API], each))
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}

// Names of methods are those of operations in Go's style: getShards_get is GetShardsGet.
func goName(id string) string {
	parts := strings.Split(id, "_")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

func run(client reflect.Value, each call) (result outcome) {
	result = outcome{API: each.API, ID: each.ID}
	method := client.MethodByName(goName(each.ID) + "WithResponse")
	if !method.IsValid() {
		result.Error = "the client has no method " + goName(each.ID)
		return result
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	// After the context: parameters or a body where the operation has some, and editors of the request.
	for i := 1; i < method.Type().NumIn()-1; i++ {
		given := each.Query
		if each.Method == "post" {
			given = each.Body
		}
		argument := reflect.New(method.Type().In(i))
		if err := json.Unmarshal(given, argument.Interface()); err != nil {
			result.Error = "the example is not of the documented type: " + err.Error()
			return result
		}
		arguments = append(arguments, argument.Elem())
	}
	returned := method.Call(arguments)
	if err, failed := returned[1].Interface().(error); failed {
		result.Error = err.Error()
		return result
	}
	response := returned[0].Elem()
	result.Status = response.FieldByName("HTTPResponse").Interface().(*http.Response).StatusCode
	result.Body = string(response.FieldByName("Body").Bytes())
	parsed := response.FieldByName(fmt.Sprintf("JSON%d", result.Status))
	if !parsed.IsValid() || parsed.IsNil() {
		return result
	}
	written, err := json.Marshal(parsed.Interface())
	if err != nil {
		result.Error = err.Error()
		return result
	}
	text := string(written)
	result.Parsed = &text
	return result
}
