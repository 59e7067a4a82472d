import CALSA
import Glibc

extension SequencerClient {
  /// Every port of other clients that takes what we play, in order of address.
  package func destinations() -> [Destination] {
    var client: OpaquePointer?
    var port: OpaquePointer?
    guard snd_seq_client_info_malloc(&client) >= 0 else { return [] }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&port) >= 0 else { return [] }
    defer { snd_seq_port_info_free(port) }
    var found: [Destination] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(handle.raw, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      if number == SND_SEQ_CLIENT_SYSTEM || number == self.number { continue }
      let clientName = String(cString: snd_seq_client_info_get_name(client))
      snd_seq_port_info_set_client(port, number)
      snd_seq_port_info_set_port(port, -1)
      while snd_seq_query_next_port(handle.raw, port) >= 0 {
        guard isOpenForAll(snd_seq_port_info_get_capability(port)) else { continue }
        found.append(
          Destination(
            address: PortAddress(snd_seq_port_info_get_addr(port).pointee),
            clientName: clientName, portName: String(cString: snd_seq_port_info_get_name(port))))
      }
    }
    return found
  }

  /// Connects our port to a destination; does nothing when it is.
  package func connect(_ name: String, to address: PortAddress) throws(SequencerError) {
    let port = Int32(try outputPort(named: name))
    let result = snd_seq_connect_to(handle.raw, port, Int32(address.client), Int32(address.port))
    if result != -EBUSY { try check(.connect, result) }
  }

  /// Disconnects our port from a destination; does nothing when it is not connected.
  package func disconnect(_ name: String, from address: PortAddress) throws(SequencerError) {
    let port = Int32(try outputPort(named: name))
    let result = snd_seq_disconnect_to(
      handle.raw, port, Int32(address.client), Int32(address.port))
    if result != -ENOENT { try check(.disconnect, result) }
  }

  /// The ports that our port plays to now, whoever connected them, in order of address.
  package func connections(of name: String) throws(SequencerError) -> [PortAddress] {
    var own = snd_seq_addr_t(client: number, port: try outputPort(named: name))
    var query: OpaquePointer?
    try check(.connect, snd_seq_query_subscribe_malloc(&query))
    defer { snd_seq_query_subscribe_free(query) }
    snd_seq_query_subscribe_set_root(query, &own)
    snd_seq_query_subscribe_set_type(query, SND_SEQ_QUERY_SUBS_READ)
    var found: [PortAddress] = []
    var index: Int32 = 0
    snd_seq_query_subscribe_set_index(query, index)
    while snd_seq_query_port_subscribers(handle.raw, query) >= 0 {
      found.append(PortAddress(snd_seq_query_subscribe_get_addr(query).pointee))
      index += 1
      snd_seq_query_subscribe_set_index(query, index)
    }
    return found.sorted()
  }
}

/// Whether these capabilities let anyone connect to a port and play to it.
private func isOpenForAll(_ capabilities: UInt32) -> Bool {
  let needed = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
  return capabilities & needed == needed && capabilities & UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) == 0
}

extension PortAddress {
  fileprivate init(_ address: snd_seq_addr_t) {
    self.init(client: address.client, port: address.port)
  }
}
