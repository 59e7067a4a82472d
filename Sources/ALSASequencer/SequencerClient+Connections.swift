import CALSA
import Glibc
import Timeline
package import Transport

extension SequencerClient {
  /// Every port of other clients that one of ours can be connected with, in order of address.
  ///
  /// Those that take what we play, or for the port `in` those that something comes from.
  package func devices(for name: String) -> [Device] {
    let isInput = name == PortName.input
    var client: OpaquePointer?
    var port: OpaquePointer?
    guard snd_seq_client_info_malloc(&client) >= 0 else { return [] }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&port) >= 0 else { return [] }
    defer { snd_seq_port_info_free(port) }
    var found: [Device] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(handle.raw, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      if number == SND_SEQ_CLIENT_SYSTEM || number == self.number { continue }
      let clientName = String(cString: snd_seq_client_info_get_name(client))
      snd_seq_port_info_set_client(port, number)
      snd_seq_port_info_set_port(port, -1)
      while snd_seq_query_next_port(handle.raw, port) >= 0 {
        let capabilities = snd_seq_port_info_get_capability(port)
        guard isOpenForAll(capabilities, toBeRead: isInput) else { continue }
        found.append(
          Device(
            address: PortAddress(snd_seq_port_info_get_addr(port).pointee),
            clientName: clientName, portName: String(cString: snd_seq_port_info_get_name(port))))
      }
    }
    return found
  }

  /// Connects our port with a device; does nothing when it is.
  ///
  /// Busy where another program has subscribed to the device alone.
  package func connect(_ name: String, with address: PortAddress) throws(SequencerError) {
    let port = try number(ofPort: name)
    let result =
      name == PortName.input
      ? snd_seq_connect_from(handle.raw, port, Int32(address.client), Int32(address.port))
      : snd_seq_connect_to(handle.raw, port, Int32(address.client), Int32(address.port))
    if result == -EBUSY, try connections(of: name).contains(address) { return }
    try check(.connect, result)
  }

  /// Disconnects our port from a device; does nothing when it is not connected.
  package func disconnect(_ name: String, from address: PortAddress) throws(SequencerError) {
    let port = try number(ofPort: name)
    let result =
      name == PortName.input
      ? snd_seq_disconnect_from(handle.raw, port, Int32(address.client), Int32(address.port))
      : snd_seq_disconnect_to(handle.raw, port, Int32(address.client), Int32(address.port))
    if result != -ENOENT { try check(.disconnect, result) }
  }

  /// Sends messages at once from an output port of ours to one device, and to no other.
  ///
  /// Does nothing for the port `in`.
  package func send(
    _ messages: [MIDIMessage], from name: String, to address: PortAddress
  ) throws(SequencerError) {
    guard name != PortName.input else { return }
    let port = try outputPort(named: name)
    for message in messages {
      var event = sequencerEvent(
        message, port: port, queue: UInt8(SND_SEQ_QUEUE_DIRECT), stamp: 0, tag: 0)
      event.dest = snd_seq_addr_t(client: address.client, port: address.port)
      try check(.send, snd_seq_event_output_direct(handle.raw, &event))
    }
  }

  /// The ports that our port is connected with now, whoever did it, in order of address.
  package func connections(of name: String) throws(SequencerError) -> [PortAddress] {
    var own = snd_seq_addr_t(client: number, port: UInt8(try number(ofPort: name)))
    var query: OpaquePointer?
    try check(.connect, snd_seq_query_subscribe_malloc(&query))
    defer { snd_seq_query_subscribe_free(query) }
    snd_seq_query_subscribe_set_root(query, &own)
    snd_seq_query_subscribe_set_type(
      query, name == PortName.input ? SND_SEQ_QUERY_SUBS_WRITE : SND_SEQ_QUERY_SUBS_READ)
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

  private func number(ofPort name: String) throws(SequencerError) -> Int32 {
    name == PortName.input ? Int32(input) : Int32(try outputPort(named: name))
  }
}

/// Whether these capabilities let anyone connect to a port and read from it, or write to it.
private func isOpenForAll(_ capabilities: UInt32, toBeRead: Bool) -> Bool {
  let needed = UInt32(
    toBeRead
      ? SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ
      : SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
  return capabilities & needed == needed && capabilities & UInt32(SND_SEQ_PORT_CAP_NO_EXPORT) == 0
}

extension PortAddress {
  init(_ address: snd_seq_addr_t) {
    self.init(client: address.client, port: address.port)
  }
}
