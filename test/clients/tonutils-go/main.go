// Command tonutils-go compares the Go library tonutils-go with Tonscope's v2 API over an authenticated connection, with
// its fast policy (proofs against the head) and its secure policy (proofs from the config's key block on).
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/xssnick/tonutils-go/address"
	"github.com/xssnick/tonutils-go/liteclient"
	"github.com/xssnick/tonutils-go/ton"
	"github.com/xssnick/tonutils-go/ton/dns"
	"github.com/xssnick/tonutils-go/tvm/cell"
)

const (
	masterchainShard = -1 << 63
	// Accounts that are compared, at most.
	maxAccounts = 120
	// Differences reported per call; the runner compares each with the known ones.
	shown = 60
)

var methods = []string{"seqno", "get_public_key", "get_jetton_data", "get_nft_data", "get_collection_data", "participant_list"}

type calls map[string]*call

type call struct {
	Equal       int      `json:"equal"`
	Tried       int      `json:"tried"`
	Differences []string `json:"differences"`
}

func (c calls) add(name string, equal bool, note string) {
	entry := c[name]
	if entry == nil {
		entry = &call{Differences: []string{}}
		c[name] = entry
	}
	entry.Tried++
	if equal {
		entry.Equal++
	} else if len(entry.Differences) < shown {
		entry.Differences = append(entry.Differences, note)
	}
}

func (c calls) compare(name, subject string, theirs, ours any) {
	c.add(name, fmt.Sprint(theirs) == fmt.Sprint(ours), fmt.Sprintf("%s: theirs %v, ours %v", subject, theirs, ours))
}

func main() {
	configFile := flag.String("config", "", "the network's global config")
	api := flag.String("api", "", "Tonscope's address")
	blocks := flag.Uint("blocks", 120, "masterchain blocks to compare, evenly spread")
	policyName := flag.String("policy", "fast", "how proofs are checked: fast or secure")
	flag.String("scratch", "", "unused: the library keeps nothing on disk")
	flag.Parse()
	config, err := readConfig(*configFile)
	if err != nil {
		fail(err)
	}
	result := calls{}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	policies := map[string]ton.ProofCheckPolicy{"fast": ton.ProofCheckPolicyFast, "secure": ton.ProofCheckPolicySecure}
	policy, ok := policies[*policyName]
	if !ok {
		fail(fmt.Errorf("no policy %q", *policyName))
	}
	if err := compareAll(ctx, config, policy, uint32(*blocks), &gateway{*api}, result); err != nil {
		result.add("run", false, err.Error())
	}
	text, _ := json.Marshal(map[string]any{"calls": result})
	fmt.Println(string(text))
}

func readConfig(file string) (*liteclient.GlobalConfig, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	config := &liteclient.GlobalConfig{}
	return config, json.Unmarshal(text, config)
}

func compareAll(ctx context.Context, config *liteclient.GlobalConfig, policy ton.ProofCheckPolicy, blocks uint32, api *gateway, result calls) error {
	// The default pool authenticates itself with a fresh key.
	pool := liteclient.NewConnectionPool()
	defer pool.Stop()
	connecting, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	if err := pool.AddConnectionsFromConfig(connecting, config); err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	client := ton.NewAPIClient(pool, policy)
	client.SetTrustedBlockFromConfig(config)
	head, err := client.CurrentMasterchainInfo(ctx)
	if err != nil {
		return fmt.Errorf("proving the head: %w", err)
	}
	result.add("CurrentMasterchainInfo", true, "")
	run := &comparison{ctx, client, api, result, head, map[string]bool{}}
	for seqno := uint32(1); seqno <= head.SeqNo; seqno += 1 + head.SeqNo/blocks {
		run.masterchainBlock(seqno)
	}
	run.configuration()
	count := 0
	for account := range run.accounts {
		if count++; count > maxAccounts {
			break
		}
		run.account(account)
	}
	run.domains()
	return nil
}

type comparison struct {
	ctx      context.Context
	client   *ton.APIClient
	api      *gateway
	result   calls
	head     *ton.BlockIDExt
	accounts map[string]bool
}

func (c *comparison) masterchainBlock(seqno uint32) {
	block := c.block(-1, masterchainShard, seqno)
	if block == nil {
		return
	}
	shards, err := c.client.GetBlockShardsInfo(c.ctx, block)
	if err != nil {
		c.result.add("GetBlockShardsInfo", false, fmt.Sprintf("%d: %v", seqno, err))
		return
	}
	var ours struct{ Shards []blockId }
	c.api.v2(&ours, "getShards", "seqno", fmt.Sprint(seqno))
	known := map[string]bool{}
	for _, shard := range ours.Shards {
		known[shard.RootHash] = true
	}
	equal := len(known) == len(shards)
	for _, shard := range shards {
		equal = equal && known[base64.StdEncoding.EncodeToString(shard.RootHash)]
	}
	c.result.add("GetBlockShardsInfo", equal, fmt.Sprintf("%d: theirs %v, ours %v", seqno, shards, ours))
	for _, shard := range shards {
		if shard.SeqNo > 0 {
			c.block(shard.Workchain, shard.Shard, shard.SeqNo)
		}
	}
}

func (c *comparison) block(workchain int32, shard int64, seqno uint32) *ton.BlockIDExt {
	name := fmt.Sprintf("(%d,%d,%d)", workchain, shard, seqno)
	place := []string{"workchain", fmt.Sprint(workchain), "shard", fmt.Sprint(shard), "seqno", fmt.Sprint(seqno)}
	block, err := c.client.LookupBlock(c.ctx, workchain, shard, seqno)
	if err != nil {
		c.result.add("LookupBlock", false, name+": "+err.Error())
		return nil
	}
	var ours blockId
	c.api.v2(&ours, "lookupBlock", place...)
	c.result.compare("LookupBlock", name, base64.StdEncoding.EncodeToString(block.RootHash), ours.RootHash)
	data, err := c.client.GetBlockData(c.ctx, block)
	if err != nil {
		c.result.add("GetBlockData", false, name+": "+err.Error())
	} else {
		var header struct {
			GenUtime uint32 `json:"gen_utime"`
			StartLt  string `json:"start_lt"`
		}
		c.api.v2(&header, "getBlockHeader", place...)
		theirs := fmt.Sprint(data.BlockInfo.GenUtime, data.BlockInfo.StartLt)
		c.result.compare("GetBlockData", name, theirs, fmt.Sprint(header.GenUtime, " ", header.StartLt))
	}
	c.transactions(block, name, place)
	return block
}

func (c *comparison) transactions(block *ton.BlockIDExt, name string, place []string) {
	var theirs, ours []string
	var after *ton.TransactionID3
	for more := true; more; {
		page, incomplete, err := c.client.GetBlockTransactionsV2(c.ctx, block, 100, after)
		if err != nil {
			c.result.add("GetBlockTransactionsV2", false, name+": "+err.Error())
			return
		}
		for _, item := range page {
			theirs = append(theirs, base64.StdEncoding.EncodeToString(item.Hash))
			after = item.ID3()
		}
		more = incomplete
	}
	var answer struct {
		Transactions []struct{ Account, Hash, Lt string }
	}
	c.api.v2(&answer, "getBlockTransactions", append(place, "count", "1000")...)
	for _, item := range answer.Transactions {
		ours = append(ours, item.Hash)
		c.accounts[item.Account] = true
	}
	c.result.compare("GetBlockTransactionsV2", name, theirs, ours)
	if len(answer.Transactions) > 0 {
		first := answer.Transactions[0]
		lt, _ := strconv.ParseUint(first.Lt, 10, 64)
		found, err := c.client.GetTransaction(c.ctx, block, rawAddress(first.Account), lt)
		if err != nil {
			c.result.add("GetTransaction", false, name+": "+err.Error())
			return
		}
		c.result.compare("GetTransaction", name, found.LT, lt)
	}
}

func (c *comparison) configuration() {
	config, err := c.client.GetBlockchainConfig(c.ctx, c.head)
	if err != nil {
		c.result.add("GetBlockchainConfig", false, err.Error())
		return
	}
	for id, value := range config.All() {
		if id < 0 {
			continue // v2 takes no negative parameter
		}
		var ours struct{ Config struct{ Bytes string } }
		c.api.v2(&ours, "getConfigParam", "param", fmt.Sprint(id), "seqno", fmt.Sprint(c.head.SeqNo))
		c.result.compare("GetBlockchainConfig", fmt.Sprint(id), hex.EncodeToString(value.Hash()), rootHash(ours.Config.Bytes))
	}
}

func (c *comparison) account(raw string) {
	account := rawAddress(raw)
	var ours struct {
		Balance, State, Code, Data string
		Last                       struct{ Lt, Hash string } `json:"last_transaction_id"`
	}
	c.api.v2(&ours, "getAddressInformation", "address", raw, "seqno", fmt.Sprint(c.head.SeqNo))
	theirs, err := c.client.GetAccount(c.ctx, c.head, account)
	if err != nil {
		c.result.add("GetAccount", false, raw+c.storageExtra(raw)+": "+err.Error())
		return
	}
	balance, code, data := "0", "", ""
	if theirs.State != nil {
		balance = theirs.State.Balance.Nano().String()
	}
	if theirs.Code != nil {
		code = hex.EncodeToString(theirs.Code.Hash())
	}
	if theirs.Data != nil {
		data = hex.EncodeToString(theirs.Data.Hash())
	}
	c.result.compare("GetAccount", raw+c.storageExtra(raw),
		fmt.Sprint(balance, " ", code, " ", data, " ", theirs.LastTxLT),
		fmt.Sprint(ours.Balance, " ", rootHash(ours.Code), " ", rootHash(ours.Data), " ", ours.Last.Lt))
	if theirs.LastTxLT > 0 {
		c.history(raw, account, theirs.LastTxLT, theirs.LastTxHash)
	}
	for _, method := range methods {
		c.method(raw, account, method)
	}
}

// storageExtra returns " with storage_extra" if the account's StorageInfo has one (TL-B storage_extra_info$001), and
// otherwise "".
func (c *comparison) storageExtra(raw string) string {
	var answer struct{ Bytes string }
	c.api.v2(&answer, "getShardAccountCell", "address", raw, "seqno", fmt.Sprint(c.head.SeqNo))
	data, err := base64.StdEncoding.DecodeString(answer.Bytes)
	if err != nil {
		return ""
	}
	root, err := cell.FromBOC(data)
	if err != nil {
		return ""
	}
	account, err := root.PeekRef(0)
	if err != nil {
		return ""
	}
	slice := account.BeginParse()
	if exists, err := slice.LoadBoolBit(); err != nil || !exists {
		return ""
	}
	if _, err := slice.LoadAddr(); err != nil {
		return ""
	}
	for range 2 { // cells and bits
		if _, err := slice.LoadVarUInt(7); err != nil {
			return ""
		}
	}
	if tag, err := slice.LoadUInt(3); err != nil || tag != 1 {
		return ""
	}
	return " with storage_extra"
}

func (c *comparison) history(raw string, account *address.Address, lt uint64, hash []byte) {
	page, err := c.client.ListTransactions(c.ctx, account, 16, lt, hash)
	if err != nil {
		c.result.add("ListTransactions", false, raw+": "+err.Error())
		return
	}
	var answer struct {
		Transactions []struct {
			Id struct{ Hash string } `json:"transaction_id"`
		}
	}
	c.api.v2(&answer, "getTransactionsStd", "address", raw, "lt", fmt.Sprint(lt), "hash", base64.StdEncoding.EncodeToString(hash), "limit", fmt.Sprint(len(page)))
	var theirs, ours []string
	for index := len(page) - 1; index >= 0; index-- {
		theirs = append(theirs, base64.StdEncoding.EncodeToString(page[index].Hash))
	}
	for _, item := range answer.Transactions {
		ours = append(ours, item.Id.Hash)
	}
	c.result.compare("ListTransactions", raw, theirs, ours)
}

func (c *comparison) method(raw string, account *address.Address, method string) {
	var ours struct {
		ExitCode int `json:"exit_code"`
		Stack    []any
	}
	c.api.v2Post(&ours, "runGetMethod", map[string]any{"address": raw, "method": method, "stack": []any{}, "seqno": c.head.SeqNo})
	result, err := c.client.RunGetMethod(c.ctx, c.head, account, method)
	failed, isExit := err.(ton.ContractExecError)
	switch {
	case isExit:
		// The liteserver's exit code of an account without code is -256, the C++ API's -13.
		if ours.ExitCode == -13 {
			ours.ExitCode = -256
		}
		c.result.compare("RunGetMethod", raw+" "+method, failed.Code, ours.ExitCode)
	case err != nil:
		c.result.add("RunGetMethod", false, fmt.Sprint(raw, " ", method, ": ", err, ", ours ", ours))
	default:
		c.result.compare("RunGetMethod", raw+" "+method, len(result.AsTuple()), len(ours.Stack))
	}
}

// domains resolves names by the library's own walk: it puts a slice and a 256-bit number on the stack.
func (c *comparison) domains() {
	root, err := dns.GetRootContractAddr(c.ctx, c.client)
	if err != nil {
		return // a network without domains
	}
	client := dns.NewDNSClient(c.client, root)
	for _, name := range []string{"alice.ton", "bobs-garage.ton", "grace.ton"} {
		var ours struct {
			Entries []struct{ Category string }
		}
		c.api.v2(&ours, "dnsResolve", "address", root.String(), "name", name+".", "ttl", "5")
		domain, err := client.ResolveAtBlock(c.ctx, name, c.head)
		if err != nil {
			c.result.add("dns.Resolve", len(ours.Entries) == 0, fmt.Sprintf("%s: %v, ours %v", name, err, ours))
			continue
		}
		records, err := domain.Records.LoadAll()
		c.result.add("dns.Resolve", err == nil && len(records) == len(ours.Entries), fmt.Sprintf("%s: theirs %v, ours %v", name, records, ours))
	}
}

type blockId struct {
	Workchain int32
	Shard     string
	Seqno     uint32
	RootHash  string `json:"root_hash"`
}

// gateway is Tonscope's HTTP API; an error leaves the answer empty, which then counts as a difference.
type gateway struct{ url string }

var web = &http.Client{Timeout: 30 * time.Second}

func (g *gateway) v2(answer any, method string, pairs ...string) {
	query := url.Values{}
	for index := 0; index < len(pairs); index += 2 {
		query.Set(pairs[index], pairs[index+1])
	}
	response, err := web.Get(g.url + "/api/v2/" + method + "?" + query.Encode())
	read(response, err, answer)
}

func (g *gateway) v2Post(answer any, method string, body any) {
	text, _ := json.Marshal(body)
	response, err := web.Post(g.url+"/api/v2/"+method, "application/json", bytes.NewReader(text))
	read(response, err, answer)
}

func read(response *http.Response, err error, answer any) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	envelope := struct{ Result json.RawMessage }{}
	if json.Unmarshal(text, &envelope) != nil || json.Unmarshal(envelope.Result, answer) != nil {
		fmt.Fprintln(os.Stderr, string(text[:min(len(text), 300)]))
	}
}

func rawAddress(raw string) *address.Address {
	parsed, err := address.ParseRawAddr(raw)
	if err != nil {
		fail(err)
	}
	return parsed
}

func rootHash(boc string) string {
	if boc == "" {
		return ""
	}
	bytes, err := base64.StdEncoding.DecodeString(boc)
	if err != nil {
		return err.Error()
	}
	root, err := cell.FromBOC(bytes)
	if err != nil {
		return err.Error()
	}
	return hex.EncodeToString(root.Hash())
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
